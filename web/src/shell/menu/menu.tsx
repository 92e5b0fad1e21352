import { useState } from 'react';
import { BookmarkList } from '../../features/in-app-browser/bookmark-list.tsx';
import { SettingsForm } from '../../features/settings/settings-form.tsx';
import { bookmarks } from '../../messages/en/in-app.ts';
import { settings as words } from '../../messages/en/settings.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { MenuPanel } from './menu-panel.tsx';

/** What the menu button opens: the panel, and from there what this device keeps: its settings and bookmarks. */
export function Menu({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<'panel' | 'settings' | 'bookmarks'>('panel');
  if (view === 'panel') return <MenuPanel onClose={onClose} onView={setView} />;
  if (view === 'bookmarks') {
    return (
      <Sheet open onClose={onClose} title={bookmarks.title} closeLabel={bookmarks.close}>
        <BookmarkList />
      </Sheet>
    );
  }
  return (
    <Sheet open onClose={onClose} title={words.title} closeLabel={words.close}>
      <SettingsForm />
    </Sheet>
  );
}
