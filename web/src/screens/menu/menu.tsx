import { useState } from 'react';
import { SettingsForm } from '../../features/settings/settings-form.tsx';
import { settings as words } from '../../messages/en/settings.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { MenuPanel } from './menu-panel.tsx';

/** What the menu button opens: the panel, and from there the settings of this device. */
export function Menu({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<'panel' | 'settings'>('panel');
  if (view === 'panel') return <MenuPanel onClose={onClose} onSettings={() => setView('settings')} />;
  return (
    <Sheet open onClose={onClose} title={words.title} closeLabel={words.close}>
      <SettingsForm />
    </Sheet>
  );
}
