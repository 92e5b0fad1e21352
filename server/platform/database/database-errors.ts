// Lost or not yet there (57P, 08), out of room (53, 58030), too slow (57014, 25P03, 25P04), to be tried again (40001, 40P01), or
// read-only for now, as a standby and a server whose operator keeps writes out (25006).
const unavailable = /^(57P0[1-5]|08|53|58030|57014|25P0[34]|25006|40001|40P01)/;

/** What the operating system says of a socket or a name that cannot be reached for now, or of too many open files. */
const unavailableNetwork = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOTCONN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
]);

// The driver's own errors have no code: those of pg and pg-pool at these versions, whole.
const unavailableMessages = new Set([
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Connection ended unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

/**
 * Whether an error means that the database could not be asked, as opposed to having refused. The socket of our own server is a
 * file: `connect ENOENT` is that server away, while any other ENOENT is a missing file and a fault of ours, as is a full disk (ENOSPC).
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string')
    return unavailable.test(code) || unavailableNetwork.has(code) || (code === 'ENOENT' && syscall === 'connect');
  return unavailableMessages.has(error.message);
}

/** Whether it may well go better at another try: the database is away, or somebody held a row for too long (55P03). */
export const mayGoBetter = (error: unknown): boolean =>
  isUnavailable(error) || (error as { code?: unknown } | null)?.code === '55P03';

/** Whether a server refuses the role that a session begins with, as one does that is too new to have the application's. */
export function isRoleMissing(error: unknown): boolean {
  return ['22023', '42704'].includes((error as { code?: string } | null)?.code ?? '');
}

/** Whether an error says no more than that the database is away, which is told once when it begins. */
export function isKnownAway(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '57P03';
}

/**
 * What went wrong, in one line for the operator. Several addresses of one host may have been tried; the error of all of them has no
 * words of its own.
 */
export function firstLineOf(error: unknown): string {
  const failure = error instanceof AggregateError ? error.errors[0] : error;
  return (failure instanceof Error ? failure.message : String(failure)).split('\n')[0]!;
}
