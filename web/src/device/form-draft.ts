import { rememberedUser } from './own-device.ts';

/** What was typed into a form and not sent, until its writer is back: from signing in, or at the form that they left. */
interface Draft extends HowKept {
  /** The form's name. */
  form: string;
  /** Who typed it: nobody else is shown it. */
  userId: string;
  /** In milliseconds. */
  keptAt: number;
  fields: readonly FieldState[];
}

interface HowKept {
  /** Its writer has left the form: it waits there, and nothing opens it in their way (`draftOf`). */
  aside?: boolean;
  /** The keys of what was sent of it, by its content, where no answer has come: sent again it has one effect. */
  sent?: readonly (readonly [content: string, key: string])[];
}

/** What stands in one control, by its name in the form. */
export type NamedState = readonly [name: string, is: string | boolean];
/** A control's, or another piece of what is typed in a form that reads it otherwise. */
export type FieldState = NamedState | string;

const key = 'holoholo.draft';
/** Four times as long as a sign-in link works. */
const staysMs = 3_600_000;

/** Those that are not too old, the last one at the end. */
function read(): Draft[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return [found].flat().filter((one): one is Draft => Date.now() - (one as Draft)?.keptAt < staysMs);
  } catch {
    return [];
  }
}

/** @returns whether the device could. */
function store(drafts: readonly Draft[]): boolean {
  try {
    if (drafts.length > 0) localStorage.setItem(key, JSON.stringify(drafts));
    else localStorage.removeItem(key);
    return true;
  } catch {
    // Where there is no storage nothing was left.
    return false;
  }
}

/** Keeps what stands in a form, in place of what was kept of it before. @returns whether the device could. */
export function keepDraft(form: string, userId: string, fields: readonly FieldState[], how: HowKept = {}): boolean {
  const others = read().filter((one) => one.userId === userId && one.form !== form);
  return store([...others, { form, userId, keptAt: Date.now(), fields, ...how }]);
}

/** The name of the form that this user was kept from sending last, if there is one that they have not left. */
export const draftOf = (userId: string): string | undefined =>
  read().findLast((one) => one.userId === userId && !one.aside)?.form;

/** Whether something waits that this user typed into a form of this name. */
export const hasDraft = (form: string, userId: string): boolean =>
  read().some((one) => one.form === form && one.userId === userId);

/** Whether something of it was sent of which no answer has come. */
export const hasSent = (form: string, userId: string): boolean =>
  read().some((one) => one.form === form && one.userId === userId && one.sent !== undefined);

/** What this user typed into a form of this name; the device has it no more. */
export function takeDraft(form: string, userId: string): Pick<Draft, 'fields' | 'sent'> | undefined {
  const drafts = read();
  const taken = drafts.find((one) => one.form === form && one.userId === userId);
  if (taken) store(drafts.filter((one) => one !== taken));
  return taken;
}

/**
 * Has what this user typed last into a form of such a name wait for the form of this one instead, unless something waits for that
 * already.
 */
export function renameDraft(isSuch: (form: string) => boolean, form: string, userId: string): void {
  const drafts = read();
  const own = drafts.filter((one) => one.userId === userId);
  const found = own.findLast((one) => isSuch(one.form));
  if (!found || own.some((one) => one.form === form)) return;
  store(drafts.map((one) => (one === found ? { ...one, form } : one)));
}

/** Forgets those that are too old, or of somebody else than is here now. */
export function forgetLostDraft(): void {
  const user = rememberedUser();
  store(read().filter(({ userId }) => !user || user.id === userId));
}
