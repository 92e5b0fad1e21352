import { type ErrorCode, errors, type FieldFault } from '../../../contract/errors.ts';
import type { Severity } from '../security-events/security-events.ts';

/** Why, about whom and how grave, where the code does not say it. No secrets, no contents of requests. */
export interface RefusalNote {
  reason?: string;
  userId?: string | undefined;
  severity?: Severity;
}

/** An expected refusal: a code of the closed list, answered with its status and words. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** What the security events say of it beyond its code, and to administrators alone. */
  note: RefusalNote = {};
  /** Every field that is at fault, where it is fields. */
  fields: readonly FieldFault[] | undefined;

  /** @param fill values for the `{name}` places of the code's words. */
  constructor(code: ErrorCode, fill: Record<string, string> = {}, retryAfterSeconds?: number) {
    super(errors[code].words.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? ''));
    this.code = code;
    this.status = errors[code].status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Adds a note for the security events. */
  noting(note: RefusalNote): this {
    this.note = note;
    return this;
  }

  /** Adds what is wrong with each field. */
  withFields(fields: readonly FieldFault[]): this {
    this.fields = fields;
    return this;
  }
}

/** The refusal of a request that is wrong at one field, by its path: `body.reason`. */
export const wrongField = (path: string, message: string): Refusal =>
  new Refusal('invalid_request', { detail: `${path}: ${message}` }).withFields([{ path, code: 'custom', message }]);
