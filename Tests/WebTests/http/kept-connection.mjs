// node kept-connection.mjs ORIGIN: HEAD and GET in turn over one keep-alive connection of node's agent. Prints the responses.
import { Agent, request } from 'node:http';

const origin = process.argv[2];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The answer to one request, and the local port. */
function ask(method, path) {
    return new Promise((resolve, reject) => {
        const asked = request(origin + path, { method, agent, timeout: 5000 }, (answer) => {
            const { localPort } = asked.socket;
            let bytes = 0;
            answer.on('data', (chunk) => { bytes += chunk.length; });
            answer.on('error', reject);
            answer.on('end', () => resolve({
                method, path, status: answer.statusCode, length: Number(answer.headers['content-length']), bytes, port: localPort,
                reused: asked.reusedSocket,
            }));
        });
        asked.on('timeout', () => asked.destroy(new Error(`${method} ${path} was not answered`)));
        asked.on('error', reject);
        asked.end();
    });
}

const answers = [];
for (let round = 0; round < 3; round += 1) {
    for (const path of ['/healthz', '/openapi.json', '/']) {
        for (const method of ['HEAD', 'GET']) answers.push(await ask(method, path));
    }
}
agent.destroy();
console.log(JSON.stringify(answers));
