import type { Request } from '../../../../contract/endpoint.ts';
import type { trackError } from '../../../../contract/reports.ts';
import { browserApi } from '../../api.ts';

export type Report = Request<typeof trackError>['body'];

const key = 'holoholo.errors';
const mostKept = 10;

/** What people are shown and may read out to us: unlikely to meet twice. */
export const newErrorId = (): string =>
  `E${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`.toUpperCase();

const componentStacks = new WeakMap<object, string>();

/** Remembers which components an error came through; React tells it apart from the error. */
export function noteComponents(error: unknown, stack: string | undefined): void {
  if (typeof error === 'object' && error !== null && stack) componentStacks.set(error, stack);
}

/** Whether an error is that of a script or style that did not come, in the words of the browsers and of the build's own loader. */
export const isNotLoaded = (error: unknown): boolean =>
  /dynamically imported module|module script|preload CSS/.test(String(error));

/** Where an error happened, without what follows `?`: that may be a token. */
const place = () => location.origin + location.pathname;

/** A text of at most so many UTF-16 units, without half a character at its end. */
const cut = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/** A report no longer than what the server keeps of one: what is far longer it refuses. */
export const cutReport = ({ message, stack, component_stack, ...rest }: Report): Report => ({
  ...rest,
  message: cut(message, 1_000),
  stack: stack && cut(stack, 8_000),
  component_stack: component_stack && cut(component_stack, 8_000),
});

/** Reports an error in a page; kept on the device where that fails, the last ten of them. */
export async function reportError(errorId: string, error: unknown): Promise<void> {
  const thrown = error instanceof Error ? error : undefined;
  const report = cutReport({
    error_id: errorId,
    message: thrown?.message ?? String(error),
    stack: thrown?.stack ?? null,
    component_stack: (thrown && componentStacks.get(thrown)) ?? null,
    url: place(),
    user_agent: navigator.userAgent,
    timestamp: new Date().toISOString(),
    error_type: 'react_error_boundary',
    // A network that fails is no fault of ours.
    severity: isNotLoaded(error) ? 'low' : 'high',
  });
  await browserApi('POST /api/errors/track', { body: report }).catch(() => keep([...readKept(), report]));
}

/** Whether reports wait on this device. */
export const hasKeptErrors = (): boolean => readKept().length > 0;

/** Reports that wait for a way to be sent. */
export function readKept(): Report[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps the newest of these instead of what was kept. */
export function keep(reports: Report[]): void {
  try {
    if (reports.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(reports.slice(-mostKept)));
  } catch {
    // Nowhere to keep it.
  }
}
