// What `String.prototype.isWellFormed` and `toWellFormed` say, which browsers of our floor lack.

/** Whether a text has no half of a pair of surrogates by itself: one that has cannot be stored or sent as UTF-8. */
export const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text);

/** The text with each such half replaced by U+FFFD. */
export const toWellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');
