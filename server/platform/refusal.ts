import { type ErrorCode, errors } from '../../contract/errors.ts';

/** An expected refusal: a code of the closed list, answered with its status and words. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  /** @param fill values for the `{name}` places of the code's words. */
  constructor(code: ErrorCode, fill: Record<string, string> = {}, retryAfterSeconds?: number) {
    super(errors[code].words.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? ''));
    this.code = code;
    this.status = errors[code].status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
