import { createContext, type ReactNode, useContext, useId } from 'react';
import { AlertIcon } from './icons.tsx';
import styles from './labelled.module.css';

/** What stands beside the label of a field that must be filled in; nothing unless a form says so. */
export const RequiredMark = createContext('');

/** Seen beside a label; those who hear the field are told by the field itself. */
export function Required() {
  const mark = useContext(RequiredMark);
  return mark && <span className={styles.mark} aria-hidden="true">{` (${mark})`}</span>;
}

export interface LabelledBy {
  label: string;
  hint?: string | undefined;
  /** What is wrong and what to do; announced when it appears. */
  error?: string | null | undefined;
  required?: boolean | undefined;
}

interface LabelledProps extends LabelledBy {
  /** Draws the control; given what ties it to its words. */
  children: (tied: {
    id: string;
    required: boolean | undefined;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** The words that describe a field, in the order they are said: its hint, then its error. */
export function describedBy(id: string, { hint, error }: Pick<LabelledBy, 'hint' | 'error'>): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** A control under its label and its hint, above its error. */
export function Labelled({ label, hint, error, required, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && <Required />}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy(id, { hint, error }),
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** Where the error of a field appears: it is there before it, so that it is said. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      {children && (
        <>
          <AlertIcon />
          {children}
        </>
      )}
    </p>
  );
}
