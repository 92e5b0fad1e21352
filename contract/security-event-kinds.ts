/** The closed list of what is recorded, and what each is called. */
export const securityEventWords = {
  sign_in: { en: 'Signed in', ja: 'サインイン' },
  sign_in_failed: { en: 'Sign-in failed', ja: 'サインインの失敗' },
  sign_out: { en: 'Signed out', ja: 'サインアウト' },
  passkey: { en: 'Passkeys changed', ja: 'パスキーの変更' },
  passkey_failed: { en: 'Passkey refused', ja: 'パスキーの拒否' },
  step_up_refused: { en: 'Not confirmed', ja: '本人確認なし' },
  session_revoked: { en: 'Sessions ended', ja: 'セッションの終了' },
  account_reactivated: { en: 'Account reactivated', ja: 'アカウントの再開' },
  access_denied: { en: 'Access denied', ja: 'アクセスの拒否' },
  foreign_access: { en: "Somebody else's asked for", ja: '他者の情報への要求' },
  cross_site_request: { en: "Request of another site's", ja: '他サイトからの要求' },
  rate_limited: { en: 'Limit reached', ja: '上限への到達' },
  webhook_refused: { en: 'Message with a wrong secret', ja: '秘密の合わない通知' },
  wrong_claim: { en: 'Wrong booking number', ja: '誤った予約番号' },
  csp_report: { en: 'Script blocked by a browser', ja: 'ブラウザによる遮断' },
  role_changed: { en: 'Role changed', ja: '役割の変更' },
  invitation: { en: 'Invitation', ja: '招待' },
  export: { en: 'Data exported', ja: 'データの書き出し' },
  admin_view: { en: 'Looked at by an administrator', ja: '管理者による閲覧' },
  privacy_request: { en: 'Privacy request', ja: 'プライバシーの請求' },
  tampered_code: { en: 'Invented code scanned', ja: '偽造コードの読み取り' },
  tampering_found: { en: 'Tampering found', ja: '改ざんの検出' },
} as const;
export type SecurityEventType = keyof typeof securityEventWords;

export const securityEventTypes = Object.keys(securityEventWords) as [SecurityEventType, ...SecurityEventType[]];

/** How grave an event is, the least first. */
export const securitySeverities = ['info', 'medium', 'high'] as const;
export type SecuritySeverity = (typeof securitySeverities)[number];

/** Those that say that somebody was not let to what they asked for. */
export const denials: readonly SecurityEventType[] = [
  'access_denied',
  'foreign_access',
  'cross_site_request',
  'step_up_refused',
  'rate_limited',
];
