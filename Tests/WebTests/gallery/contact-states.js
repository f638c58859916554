/** The screens about contacts, of the parts that all states are made of. */
export function contactStates({ main, add, problem }) {
    return {
        'contacts-search': main({ contactSearch: 'tomas' }),
        'contacts-search-nobody': main({ contactSearch: 'Zoë' }),
        ...Object.fromEntries([
            ['no-country-code', 'missingCountryCode', '0151 12345678'], ['no-name', 'notSearchable', 'Priya'], ['no-fingerprint', 'notAFingerprint', 'e3b0 c442 98fc 1c14 9afb'],
            ['yourself', 'yourself', 'wren@example.org'],
        ].map(([name, code, text]) => [`add-${name}`, add({ status: 'failed', text, problem: problem(code) })])),
    };
}
