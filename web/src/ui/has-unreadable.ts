/**
 * Whether a field of a form holds what the browser cannot read: half a time, a day that does not exist. Its value is empty
 * then, and must not pass for one that was left out.
 */
export const hasUnreadable = (form: HTMLFormElement): boolean =>
  Array.from(form.elements).some((field) => (field as HTMLInputElement).validity?.badInput);
