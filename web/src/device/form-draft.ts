import { rememberedUser } from './own-device.ts';

/** What was typed into a form that could not be sent for want of a session, until its writer is back from signing in. */
interface Draft {
  /** The form's name. */
  form: string;
  /** Who typed it: nobody else is shown it. */
  userId: string;
  /** In milliseconds. */
  keptAt: number;
  /** Of each control, in their order: its text, or whether it is chosen. */
  fields: readonly FieldState[];
}

export type FieldState = string | boolean;

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
export function keepDraft(form: string, userId: string, fields: readonly FieldState[]): boolean {
  const others = read().filter((one) => one.userId === userId && one.form !== form);
  return store([...others, { form, userId, keptAt: Date.now(), fields }]);
}

/** The name of the form that this user was kept from sending last, if there is one. */
export const draftOf = (userId: string): string | undefined => read().findLast((one) => one.userId === userId)?.form;

/** Whether this user was kept from sending a form of this name. */
export const hasDraft = (form: string, userId: string): boolean =>
  read().some((one) => one.form === form && one.userId === userId);

/** What this user typed into a form of this name; the device has it no more. */
export function takeDraft(form: string, userId: string): readonly FieldState[] | undefined {
  const drafts = read();
  const taken = drafts.find((one) => one.form === form && one.userId === userId);
  if (taken) store(drafts.filter((one) => one !== taken));
  return taken?.fields;
}

/** Forgets those that are too old, or of somebody else than is here now. */
export function forgetLostDraft(): void {
  const user = rememberedUser();
  store(read().filter(({ userId }) => !user || user.id === userId));
}
