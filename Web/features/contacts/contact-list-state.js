/** The number of additional rows drawn each time the end of a list comes near: a phone draws them in a tenth of a second. */
export const contactStep = 200;
