/** The version of the page, which is that of all programs of the product. */
export const version = '0.1.0';
