/** Crockford's base32: no I, L, O (read as 1, 1, 0) and no U. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const codeLength = 16;

/** Longest text looked at: a code with a separator after every character still fits. */
const maxTextLength = 64;

/** Whether the text is a code of the demo scan. Those are made by us and never printed. */
export function isDemoCode(text: string): boolean {
  return /^\s*demo-/i.test(text);
}

/**
 * The form in which codes are printed and stored, XXXX-XXXX-XXXX-XXXX, or null if the text cannot be a code.
 * Case, dashes and spaces do not matter; I and L stand for 1, O for 0. Says nothing about whether the code exists.
 */
export function normalizeCode(text: string): string | null {
  const whole = normalizeCodeStart(text);
  return whole?.replaceAll('-', '').length === codeLength ? whole : null;
}

/** The same of how a code begins, of one character or more; null if no code begins so. */
export function normalizeCodeStart(text: string): string | null {
  if (text.length > maxTextLength || isDemoCode(text)) return null;
  const characters = text.replace(/[\s\p{Dash_Punctuation}]/gu, '');
  // Checked before upper-casing, which turns letters of other scripts into Latin ones.
  if (characters.length > codeLength || !/^[0-9a-tv-z]+$/i.test(characters)) return null;
  const canonical = characters.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  return canonical.replace(/(.{4})(?=.)/g, '$1-');
}
