import { offline as words } from '../../messages/en/offline.ts';
import { titles } from '../../messages/en/screens.ts';
import { OnThisPhone } from '../../shell/on-this-phone.tsx';
import page from '../../ui/page.module.css';

/** A page of its own for what is on this device, and where every other page begins that has no network. */
export function OfflineScreen() {
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.offline}</h1>
        <p className={page.lead}>{words.lead}</p>
      </div>
      <OnThisPhone />
    </div>
  );
}
