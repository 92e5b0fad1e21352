import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { languageSwitch as words } from '../../messages/en/language-switch.ts';
import { language, languages } from '../../messages/languages.ts';
import { formSent, mayLoadAnew } from '../../typed-text.ts';
import field from '../../ui/field.module.css';
import { GlobeIcon } from '../../ui/more-icons.tsx';
import { useOnline } from '../../use-online.ts';
import { isWaitingHere } from '../../waits-here.ts';
import styles from './language-switch.module.css';

const yearSeconds = 365 * 86_400;

/** Keeps the choice on this device, and begins the page anew: a page never changes its language by itself. */
function choose(tag: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page; the newer API is not everywhere
  document.cookie = `lang=${tag}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  // What works without a network is fetched in the new language too.
  navigator.serviceWorker?.controller?.postMessage('fetch-app');
  location.reload();
}

/**
 * Chooses the language of this device. It is a form of the browser's own, so that it works without scripts too: then the
 * server keeps the choice, and answers with the same page in the other language.
 */
export function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const id = useId();
  const online = useOnline();
  const [heldUp, setHeldUp] = useState('');
  const change = (select: HTMLSelectElement) => {
    // The choice itself is nothing to lose.
    select.dispatchEvent(new Event(formSent, { bubbles: true }));
    const isLost = !mayLoadAnew();
    setHeldUp(!isLost ? '' : isWaitingHere() ? words.waits : words.written);
    if (isLost) select.value = language;
    else choose(select.value);
  };
  return (
    <form action={pathname} className={styles.form}>
      <GlobeIcon />
      <label htmlFor={id}>{words.label}</label>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        id={id}
        name="lang"
        className={`${field.control} ${field.select}`}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        disabled={!online}
        defaultValue={language}
        onChange={(event) => change(event.target)}
      >
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className={styles.hint} role="status" hidden={online && !heldUp}>
        {heldUp || (online ? words.hint : words.offline)}
      </span>
      <noscript>
        <button type="submit" className={styles.submit}>
          {words.change}
        </button>
      </noscript>
    </form>
  );
}
