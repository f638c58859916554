/**
 * @param {string} name
 * @param {string} content
 */
export function saveFile(name, content) {
    const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // By now the download has begun, or never will.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Today's date, for file names. */
export const today = () => new Date().toISOString().slice(0, 10);
