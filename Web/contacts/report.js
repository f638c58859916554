/** @typedef {'spam' | 'harassment' | 'impersonation' | 'other'} ReportReason why somebody is reported (wire-protocol 8.4) */

/** The longest note of a report, in UTF-16 units. */
export const longestNote = 500;
