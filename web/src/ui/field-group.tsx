import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { describedBy, FieldError, type LabelledBy, Required } from './labelled.tsx';

/** Fields that belong together under one name, with its hint and its error. */
export function FieldGroup({ label, hint, error, required, children }: LabelledBy & { children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={describedBy(id, { hint, error })}>
      <legend className={styles.label}>
        {label}
        {required && <Required />}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
