/** @typedef {'notAPicture' | 'tooLarge'} FileReason why a file is not looked at */

/** In bytes: larger than the pictures of phone cameras. */
const most = 50_000_000;

/** A file that this browser cannot show as a picture, or that is too large. */
export class PictureFileError extends Error {
    /** @param {FileReason} reason */
    constructor(reason) {
        super(reason);
        this.name = 'PictureFileError';
        this.reason = reason;
    }
}

/**
 * @param {Blob} file
 * @param {(file: Blob) => Promise<ImageBitmap>} [decode]
 * @throws {PictureFileError}
 */
export async function pictureIn(file, decode = (blob) => createImageBitmap(blob)) {
    if (file.size > most) throw new PictureFileError('tooLarge');
    try {
        return await decode(file);
    } catch {
        throw new PictureFileError('notAPicture');
    }
}
