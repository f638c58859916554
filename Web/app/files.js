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
    // The download has begun by then, or never will.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The date of today in names of files. */
export const today = () => new Date().toISOString().slice(0, 10);
