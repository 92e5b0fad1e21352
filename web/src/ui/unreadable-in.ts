/**
 * The names of a form's fields that hold what the browser cannot read: half a time, a day that does not exist. Their value is empty
 * then, and must not pass for one that was left out.
 */
export const unreadableIn = (form: HTMLFormElement): string[] =>
  Array.from(form.elements as HTMLCollectionOf<HTMLInputElement>)
    .filter((field) => field.validity?.badInput)
    .map(({ name }) => name);
