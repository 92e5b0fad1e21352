import { deskForms as words } from '../messages/en/desk-forms.ts';
import { forms } from '../messages/en/forms.ts';
import type { Faults } from '../use-submit.ts';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The name that a control's fault goes by: of a field that sends something else than what is typed, what it is for. */
export const nameOf = (control: Control): string => control.dataset.field ?? control.name;

/** What can be filled in of a form. */
const controlsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Control[]).filter((control) => control.willValidate && nameOf(control));

/** Whether a fault of this name has a field to stand at, or rows. */
export const hasField = (form: HTMLFormElement, name: string): boolean =>
  controlsOf(form).some((control) => nameOf(control) === name) ||
  [...form.querySelectorAll<HTMLElement>('[data-rows]')].some(({ dataset }) => dataset.rows === name);

/** What the browser, or a field of ours, finds wrong with what stands in a form, in the reader's words. */
export function nativeFaults(form: HTMLFormElement): Faults {
  const faults: Record<string, string> = {};
  for (const control of controlsOf(form)) {
    const wrong = faultOf(control);
    if (wrong) faults[nameOf(control)] ??= wrong;
  }
  return faults;
}

/** `data-missing` of a control is what is said of it in place of the usual words where it is empty. */
function faultOf({ validity, validationMessage, required, value, dataset }: Control): string | null {
  if (validity.customError) return validationMessage;
  if (validity.badInput) return words.notWhole;
  if (validity.valueMissing || (required && value.trim() === '')) return dataset.missing ?? words.missing;
  if (validity.rangeUnderflow || validity.rangeOverflow) return words.outOfRange;
  return validity.valid ? null : forms.check;
}
