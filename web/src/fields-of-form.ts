import type { FieldState } from './device/form-draft.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A file cannot be put there again, and a search is not sent. */
const controlsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>('input, select, textarea')].filter(
    (one) => one.type !== 'file' && !one.closest('search'),
  );

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** What stands in a form, control by control. */
export const fieldsOf = (form: HTMLFormElement): FieldState[] =>
  controlsOf(form).map((control) => (isChoice(control) ? control.checked : control.value));

/**
 * What the server has put into a form, control by control, without what was typed, ticked or chosen in it while the scripts were on their
 * way. Asked while the form is taken over: React has just written what it renders first into what a form is reset to, and writes there again.
 */
export function fieldsServed(form: HTMLFormElement): FieldState[] {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return fieldsOf(copy);
}

/**
 * Puts it there again as if somebody typed it, so that fields whose value React holds hear of it too; one after another, as each
 * answers to what the one before has changed.
 */
export async function fillIn(form: HTMLFormElement, fields: readonly FieldState[]): Promise<void> {
  for (const [at, control] of controlsOf(form).entries()) {
    const wanted = fields[at];
    if (isChoice(control)) {
      // One of several is given up by choosing another.
      const canTurn = wanted === true || control.type === 'checkbox';
      if (typeof wanted === 'boolean' && control.checked !== wanted && canTurn) control.click();
    } else if (typeof wanted === 'string' && control.value !== wanted) {
      enter(control, wanted);
    } else continue;
    await Promise.resolve();
  }
}

/** Puts a value into a control as if somebody had typed or chosen it. */
export function enter(control: Control, value: string): void {
  // React sees a change where a value was set without its own setter on the element.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
