/** Why a reader reports a review. */
export const reportReasons = ['offensive', 'advertising', 'private', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const mostReportNote = 500;
