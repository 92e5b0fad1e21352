import { useId, useState } from 'react';
import { settings as words } from '../../messages/en/settings.ts';
import { asksByBrowser, asksForPrivacy } from '../../privacy.ts';
import { Switch } from '../../ui/choice.tsx';
import styles from './settings-form.module.css';

const yearSeconds = 31_536_000;

/** Tells the server and our own scripts, by a cookie that says only this, to note nothing of this visitor. */
function setPrivacy(on: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and missing in browsers of recent years
  document.cookie = `analytics=off; Path=/; Max-Age=${on ? yearSeconds : 0}; SameSite=Lax${secure}`;
}

/** Whether this visitor is left out of the statistics; a browser that asks for it decides. */
export function PrivacySwitch() {
  const titleId = useId();
  const [isOn, setOn] = useState(asksForPrivacy);
  const { title, label, hint, byBrowser } = words.privacy;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {asksByBrowser() ? (
        <p>{byBrowser}</p>
      ) : (
        <Switch
          label={label}
          hint={hint}
          checked={isOn}
          onChange={(on) => {
            setPrivacy(on);
            setOn(asksForPrivacy());
          }}
        />
      )}
    </section>
  );
}
