/** The modules of a QR code: dark or light, and whether a module belongs to a pattern that masks leave alone. */
export class Matrix {
    /** @param {number} size */
    constructor(size) {
        this.size = size;
        this.dark = new Uint8Array(size * size);
        this.fixed = new Uint8Array(size * size);
    }

    /**
     * @param {number} row
     * @param {number} column
     */
    isDark(row, column) { return this.dark[row * this.size + column] === 1; }
    /**
     * @param {number} row
     * @param {number} column
     */
    isFixed(row, column) { return this.fixed[row * this.size + column] === 1; }

    /**
     * @param {number} row
     * @param {number} column
     * @param {boolean} isDark
     */
    set(row, column, isDark) { this.dark[row * this.size + column] = Number(isDark); }

    /**
     * Sets a module that masks leave alone; outside of the code nothing happens.
     * @param {number} row
     * @param {number} column
     * @param {boolean} isDark
     */
    fix(row, column, isDark) {
        if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
        this.set(row, column, isDark);
        this.fixed[row * this.size + column] = 1;
    }

    copy() {
        const copy = new Matrix(this.size);
        copy.dark.set(this.dark);
        copy.fixed.set(this.fixed);
        return copy;
    }
}
