import { type RefObject, useEffect, useState } from 'react';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { Notice } from '../ui/notice.tsx';
import type { Faults } from '../use-submit.ts';
import styles from './form.module.css';
import { hasField } from './native-faults.ts';

/** One field at fault, or, without an id, something that has no field in the form. */
interface FieldAtFault {
  id?: string;
  label: string;
  error: string;
}

/**
 * What is at fault in a form, in the order of its fields, as they say it themselves: it follows what is put right, added or taken
 * away. Nothing before the form was refused.
 */
export function useFieldsAtFault(
  form: RefObject<HTMLFormElement | null>,
  refusals: number,
  faults: Faults,
): readonly FieldAtFault[] {
  const [found, setFound] = useState('[]');
  useEffect(() => {
    if (refusals === 0) return;
    const shown = form.current!;
    const look = () => setFound(JSON.stringify(fieldsAtFault(shown)));
    look();
    const observer = new MutationObserver(look);
    observer.observe(shown, { subtree: true, childList: true, attributeFilter: ['aria-invalid'], characterData: true });
    return () => observer.disconnect();
  }, [form, refusals]);
  const [homeless, setHomeless] = useState<FieldAtFault[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each refusal once; what is put right later has its field
  useEffect(() => {
    const lost = Object.entries(faults).filter(([name, error]) => error && !hasField(form.current!, name));
    setHomeless(lost.map(([label, error]) => ({ label, error: error! })));
  }, [refusals]);
  return [...(JSON.parse(found) as FieldAtFault[]), ...homeless];
}

const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';

function fieldsAtFault(form: HTMLFormElement): FieldAtFault[] {
  return [...form.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map((control) => {
    const groups: string[] = [];
    for (let at = control.closest('fieldset'); at; at = at.parentElement!.closest('fieldset'))
      groups.unshift(at.querySelector('legend')?.firstChild?.textContent ?? '');
    const isTick = control.type === 'checkbox';
    const own = isTick ? [] : [control.labels?.[0]?.firstChild?.textContent ?? ''];
    const describing = (isTick ? control.closest('fieldset')! : control).getAttribute('aria-describedby') ?? '';
    return {
      id: control.id,
      label: [...groups, ...own].filter(Boolean).join(', '),
      error: textOf(document.getElementById(describing.split(' ').at(-1)!)),
    };
  });
}

/** Sums up what keeps a form from being sent; each entry leads to its field. */
export function ErrorSummary({ title, fields }: { title: string | undefined; fields: readonly FieldAtFault[] }) {
  return (
    <Notice tone="bad" title={title ?? words.faults(fields.length)}>
      <ul role="list" className={styles.faults}>
        {fields.map(({ id, label, error }) => (
          <li key={`${id} ${label}`}>
            {id ? (
              <a
                href={`#${id}`}
                onClick={(event) => {
                  // The address stays: it says what the desk shows.
                  event.preventDefault();
                  document.getElementById(id)?.focus();
                }}
              >
                {words.fault(label, error)}
              </a>
            ) : (
              words.fault(label, error)
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
