/**
 * Text in one line: each run of control characters and line separators becomes a space. Somebody else's words so make no lines of
 * our mail, and a search with characters that nobody types, which the server refuses, still finds something.
 */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
