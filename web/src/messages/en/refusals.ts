import type { ErrorCode } from '../../../../contract/errors.ts';

/**
 * Words for the server's refusals by their code. In English they are the server's own (contract/errors.ts), so that none
 * stands here; other languages have theirs for all that guests and travelers may be told.
 */
export const refusals: Partial<Record<ErrorCode | 'offline', string>> = {};
