/** Fields that somebody has changed in this page and that are still on screen; a search is no work to lose. */
const changed = new Set<Element>();

/** Whether somebody is in the middle of something that a reload would take away. */
export function isFormOpen(): boolean {
  for (const field of changed) if (!field.isConnected) changed.delete(field);
  return changed.size > 0 || document.querySelector('dialog[open]') !== null;
}

/** Notes from now on which fields are changed; gives the way to stop. */
export function noteForms(onNote: () => void = () => {}): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.closest('form:not([role=search])')) changed.add(target);
    onNote();
  };
  const forget = ({ target }: Event) => {
    for (const field of changed) if (target instanceof Element && target.contains(field)) changed.delete(field);
    onNote();
  };
  document.addEventListener('input', note);
  document.addEventListener('submit', forget);
  return () => {
    document.removeEventListener('input', note);
    document.removeEventListener('submit', forget);
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
