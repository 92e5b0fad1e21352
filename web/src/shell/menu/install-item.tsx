import { useState } from 'react';
import { dropInstallPrompt, installPrompt } from '../../features/offline/install-prompt.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { DownloadIcon } from '../../ui/more-icons.tsx';
import styles from './menu-panel.module.css';

/** The way to put the product among the phone's apps, where the browser offers it. */
export function InstallItem() {
  const [prompt, setPrompt] = useState(installPrompt);
  if (!prompt) return null;
  const install = async () => {
    setPrompt(null);
    dropInstallPrompt();
    await prompt.prompt();
  };
  return (
    <li>
      <button type="button" className={styles.item} onClick={() => void install()}>
        <DownloadIcon />
        {words.install}
      </button>
    </li>
  );
}
