import { ApiError, offlineError, tellSessionEnd } from './api.ts';

/** A refusal of what is no JSON, as the client of the API has it; somebody who answers in our place refuses nothing. */
export async function refusalOf(answer: Response): Promise<ApiError> {
  const reply = await answer.json().catch(() => ({}));
  if (reply.code === 'unauthenticated') tellSessionEnd();
  const retryAfterSeconds = Number(answer.headers.get('retry-after')) || undefined;
  return reply.code ? new ApiError(reply.code, answer.status, reply.error, { retryAfterSeconds }) : offlineError();
}
