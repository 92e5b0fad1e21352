/** Words of the menu panel, and of what it does. */
export const menu = {
  title: 'Menu',
  explorer: 'Welcome, Explorer!',
  guest: 'Guest User',
  navigation: 'Menu',
  settings: 'Display and accessibility',
  bookmarks: 'Bookmarked pages',
  signOut: 'Sign Out',
  signingOut: 'Signing out...',
  signOutFailed:
    'You are still signed in here: our server could not do it just now. Please sign out again in a moment.',
  signIn: 'Sign In with Google',
  swipe: 'Swipe down to close',
  close: 'Close',
  signOutLog: 'Failed to logout:',
};
