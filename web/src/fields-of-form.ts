import type { FieldState, NamedState } from './device/form-draft.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A file cannot be put there again, and a search is not sent. */
const controlsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>('input, select, textarea')].filter(
    (one) => one.type !== 'file' && !one.closest('search'),
  );

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Which of a form's controls one is, whatever others come and go: by its name, of choices with what each stands for. */
const nameOf = (control: Control): string =>
  // React makes names up anew for a group of radio buttons.
  control.type === 'radio'
    ? `=${control.value}`
    : isChoice(control)
      ? `${control.name}=${control.value}`
      : control.name;

/** A form's controls, those of one name numbered. */
function namedControls(form: HTMLFormElement): [name: string, Control][] {
  const before = new Map<string, number>();
  return controlsOf(form).map((control) => {
    const name = nameOf(control);
    const at = before.get(name) ?? 0;
    before.set(name, at + 1);
    return [`${name} ${at}`, control];
  });
}

/** What stands in a form, by the names of its controls. */
export const fieldsOf = (form: HTMLFormElement): NamedState[] =>
  namedControls(form).map(([name, control]) => [name, isChoice(control) ? control.checked : control.value]);

/**
 * What the server has put into a form, without what was typed, ticked or chosen in it while the scripts were on their
 * way. Asked while the form is taken over: React has just written what it renders first into what a form is reset to, and writes there again.
 */
export function fieldsServed(form: HTMLFormElement): FieldState[] {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return fieldsOf(copy);
}

/**
 * Puts it there again as if somebody typed it, so that fields whose value React holds hear of it too; one after another, as each may
 * bring others or take them away.
 */
export async function fillIn(form: HTMLFormElement, fields: readonly FieldState[]): Promise<void> {
  const left = new Map(fields.filter((one) => typeof one === 'object'));
  for (;;) {
    const [name, control] = namedControls(form).find(([one]) => left.has(one)) ?? [];
    if (name === undefined) return;
    put(control!, left.get(name)!);
    left.delete(name);
    await Promise.resolve();
  }
}

function put(control: Control, wanted: string | boolean): void {
  if (isChoice(control)) {
    // One of several is given up by choosing another.
    const canTurn = wanted === true || control.type === 'checkbox';
    if (control.checked !== wanted && canTurn) control.click();
  } else if (control.value !== wanted) enter(control, String(wanted));
}

/** Puts a value into a control as if somebody had typed or chosen it. */
export function enter(control: Control, value: string): void {
  // React sees a change where a value was set without its own setter on the element.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
