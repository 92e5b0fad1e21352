import { formSent } from '../../typed-text.ts';
import { tappedBeside } from '../../ui/use-tap-beside.ts';

/** Fields that somebody has changed in this page and that are still on screen; a search is no work to lose. */
const changed = new Set<Element>();

/** A search stands in `<search>`, or says that it is one. */
const isSearched = (field: Element) => field.closest('search, form[role=search]') !== null;

/** Fields of forms that hold text by now, which may have been typed before anybody took note. */
function filledFields(): Element[] {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'form :is(input:not([type]), [type=text], [type=email], textarea)',
  );
  return [...fields].filter((field) => field.value !== '' && !isSearched(field));
}

/** Whether what somebody has typed stands in a form, or in this one, and was not sent: nothing that they did not ask for may take its place. */
export function holdsTyped(within?: Element): boolean {
  for (const field of changed) if (!field.isConnected) changed.delete(field);
  return within ? [...changed].some((field) => within.contains(field)) : changed.size > 0;
}

/** Whether somebody is in the middle of something that a reload would take away. */
export function isFormOpen(): boolean {
  return holdsTyped() || document.querySelector('dialog[open]') !== null;
}

/** Notes which fields are filled, and from now on which are changed; gives the way to stop. */
export function noteForms(onNote: () => void = () => {}): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.closest('form') && !isSearched(target)) changed.add(target);
    onNote();
  };
  const forget = ({ target }: Event) => {
    for (const field of changed) if (target instanceof Element && target.contains(field)) changed.delete(field);
    onNote();
  };
  // Who typed into a sheet closes it on purpose, by its button or Escape.
  const hold = (event: Event) => {
    for (const field of changed) if ((event.target as Element).contains(field)) event.preventDefault();
  };
  for (const field of filledFields()) changed.add(field);
  document.addEventListener('input', note);
  document.addEventListener(formSent, forget);
  document.addEventListener(tappedBeside, hold);
  return () => {
    document.removeEventListener('input', note);
    document.removeEventListener(formSent, forget);
    document.removeEventListener(tappedBeside, hold);
  };
}

/** Tells whenever that changes; gives the way to stop. */
export function watchForms(onChange: (isOpen: boolean) => void): () => void {
  const look = () => onChange(isFormOpen());
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  const stop = noteForms(look);
  return () => {
    observer.disconnect();
    stop();
  };
}
