import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

/** `primary`: the one thing to do next. `plain`: everything beside it. `quiet`: words that can be tapped. */
export type ButtonLook = 'primary' | 'plain' | 'quiet';

interface Look {
  look?: ButtonLook;
  /** As wide as its column. */
  wide?: boolean;
}

const classes = ({ look = 'primary', wide }: Look) =>
  `${styles.button} ${styles[look]}${wide ? ` ${styles.wide}` : ''}`;

interface ButtonProps extends Look, ComponentProps<'button'> {
  /** Its work is going on: it does nothing meanwhile and keeps the focus, which a disabled button loses. */
  busy?: boolean;
}

export function Button({ look, wide, type = 'button', busy, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classes({ look, wide })}
      aria-disabled={busy || undefined}
      // Enter in a field of its form presses it, too.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ look, wide, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link className={classes({ look, wide })} {...rest} />;
}

/** A link that leaves this site, in a new tab, and tells the other side nothing. */
export function ButtonAway({ look, wide, ...rest }: Look & ComponentProps<'a'>) {
  return <a className={classes({ look, wide })} target="_blank" rel="noopener" {...rest} />;
}
