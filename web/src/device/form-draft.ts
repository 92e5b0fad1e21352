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

function read(): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    return draft && Date.now() - draft.keptAt < staysMs ? draft : null;
  } catch {
    return null;
  }
}

function drop(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where there is no storage nothing was left.
  }
}

/** Keeps what stands in a form, in place of what was kept before. @returns whether the device could. */
export function keepDraft(form: string, userId: string, fields: readonly FieldState[]): boolean {
  const draft: Draft = { form, userId, keptAt: Date.now(), fields };
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** The name of the form that this user was kept from sending, if there is one. */
export function draftOf(userId: string): string | undefined {
  const draft = read();
  return draft?.userId === userId ? draft.form : undefined;
}

/** What this user typed into a form of this name; the device has it no more. */
export function takeDraft(form: string, userId: string): readonly FieldState[] | undefined {
  if (draftOf(userId) !== form) return undefined;
  const fields = read()?.fields;
  drop();
  return fields;
}

/** Forgets one that is too old, or of somebody else than is here now. */
export function forgetLostDraft(): void {
  const draft = read();
  const user = rememberedUser();
  if (!draft || (user && user.id !== draft.userId)) drop();
}
