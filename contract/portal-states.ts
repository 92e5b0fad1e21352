/** Spans of whole Hawaiian days up to now: this calendar month, so many days, or all there is. */
export const performanceRanges = ['month', '7d', '30d', '90d', '1y', 'all'] as const;
export type PerformanceRange = (typeof performanceRanges)[number];

/** Breakdowns tell no figure below this, nor of fewer visits than this. */
export const fewestTold = 5;

/**
 * What stands for a figure that a breakdown does not tell: `few` where it is below five, or of fewer than five visits; `withheld` where it
 * is as large as any, but would tell such a one.
 */
export const untoldFigures = ['few', 'withheld'] as const;
export type Untold = (typeof untoldFigures)[number];
export type Told = number | Untold;

/** Codes of a place whose days stand beside each other: as many lines as are told apart. */
export const mostCodesByDay = 4;
/** Days that a point of them may stand for: more where single ones tell too little. */
export const codeSpans = [1, 7, 28] as const;
export type CodeSpan = (typeof codeSpans)[number];

/** How often a partner is told of its figures. */
export const reportingFrequencies = ['weekly', 'monthly', 'quarterly'] as const;
export type ReportingFrequency = (typeof reportingFrequencies)[number];

/** What a code is now: `expired` is one whose day has come. */
export const qrCodeStates = ['active', 'paused', 'expired', 'replaced'] as const;
export type QrCodeState = (typeof qrCodeStates)[number];

/** What may have happened to a code: nobody scans it any more, or any of its place; or it is scanned far from there. */
export const codeAlertKinds = ['quiet', 'place_quiet', 'far'] as const;
export type CodeAlertKind = (typeof codeAlertKinds)[number];

/** What a partner may ask for: a code for a place, or one in the stead of another. */
export const requestTypes = ['new_location', 'replacement'] as const;
export const requestStatuses = ['pending', 'approved', 'rejected'] as const;
export type QrRequestStatus = (typeof requestStatuses)[number];

/** What becomes of a proposal for a place. */
export const proposalStatuses = ['pending', 'approved', 'declined', 'withdrawn'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** What the picture of a place is: a JPEG of so many bytes at most and so many pixels at least and at most, each way. */
export const placePictureRules = {
  mostBytes: 2 * 1024 * 1024,
  least: { width: 720, height: 480 },
  mostPixels: 6_000,
} as const;

/** Requests are promised a decision within so many hours; from the first on they are about to be late. */
export const promisedHours = { from: 24, until: 48 } as const;
