import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { formSent } from './typed-text.ts';
import { Button } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';
import page from './ui/page.module.css';
import { unreadableIn } from './ui/unreadable-in.ts';
import type { Submission } from './use-submit.ts';

/** What stands in a form as it is sent. */
export interface Filled {
  /** Of the field of this name, without spaces around it; empty where there is none. */
  text: (name: string) => string;
  /** Of all fields of this name: what is ticked of several. */
  all: (name: string) => string[];
  /** The names of fields that hold what the browser cannot read. */
  unreadable: readonly string[];
}

export interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'title'> {
  of: Submission<Filled>;
  /** What its button says, and what while it is being sent. */
  label: string;
  busyLabel: string;
  disabled?: boolean;
  /** What stands above the words of a refusal. */
  failedTitle?: string;
  /** The way out, below its button. */
  leave?: ReactNode;
  /** What leads on from a refusal, with its words. */
  wayOn?: { words: string; action: ReactNode };
  /** Where whoever shows it wants its element. */
  formRef?: RefObject<HTMLFormElement | null>;
}

/** A form with its button: says above that why it was refused, and leads to the first field at fault. */
export function SubmitForm({
  of: { busy, problem, refusals, submit },
  label,
  busyLabel,
  disabled,
  failedTitle,
  leave,
  wayOn,
  formRef,
  children,
  ...rest
}: SubmitFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = formRef ?? own;
  useEffect(() => {
    if (refusals) form.current!.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals, form]);
  const begun = useRef({ busy, refusals });
  // Others may send by the same submission.
  const isSender = useRef(false);
  useEffect(() => {
    const isTaken = begun.current.busy && !busy && begun.current.refusals === refusals;
    if (isTaken && isSender.current) form.current!.dispatchEvent(new Event(formSent, { bubbles: true }));
    if (!busy) isSender.current = false;
    begun.current = { busy, refusals };
  }, [busy, refusals, form]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    isSender.current = true;
    void submit({
      text: (name) => String(given.get(name) ?? '').trim(),
      all: (name) => given.getAll(name).map(String),
      unreadable: unreadableIn(event.currentTarget),
    });
  };
  const button = (
    <Button type="submit" wide disabled={disabled} busy={busy}>
      {busy ? busyLabel : label}
    </Button>
  );
  return (
    <form ref={form} className={page.form} onSubmit={send} noValidate {...rest}>
      {children}
      {problem && (
        <Notice tone="bad" intoView actions={wayOn?.action} {...(failedTitle && { title: failedTitle })}>
          {failedTitle || wayOn ? <p>{problem}</p> : problem}
          {wayOn && <p>{wayOn.words}</p>}
        </Notice>
      )}
      {leave ? (
        <div className={page.actions}>
          {button}
          {leave}
        </div>
      ) : (
        button
      )}
    </form>
  );
}
