interface Said {
  title: string;
  /** @param about the account's e-mail address, the network, the code with its place, or the server with its data folder */
  text: (figure: string, about: string) => string;
}

/** Of hours in figures: these, or days where they are many. */
const lasting = (hours: string, [hour, day]: readonly [string, string]) =>
  Number(hours) < 72 ? `${hours}${hour}` : `${Math.round(Number(hours) / 24)}${day}`;
const en = [' hours', ' days'] as const;
const ja = ['時間', '日間'] as const;

/** What each alert says, by its rule; `docs/operating.md` says what to do about it. */
export const securityAlertWords = {
  failed_sign_ins_network: {
    en: {
      title: 'Many failed sign-ins from one network',
      text: (n, about) => `${n} sign-ins from ${about} failed within 15 minutes.`,
    },
    ja: {
      title: '1つのネットワークからのサインイン失敗が多発',
      text: (n, about) => `${about} からのサインインが15分間に${n}回失敗しました。`,
    },
  },
  failed_sign_ins_account: {
    en: {
      title: 'Many failed sign-ins to one account',
      text: (n, about) => `${n} sign-ins to ${about} failed within 15 minutes.`,
    },
    ja: {
      title: '1つのアカウントへのサインイン失敗が多発',
      text: (n, about) => `${about} へのサインインが15分間に${n}回失敗しました。`,
    },
  },
  admin_new_network: {
    en: {
      title: 'Administrator signed in from a new network',
      text: (_, about) => `${about} has not been signed in from there in the last 90 days. Ask whether it was them.`,
    },
    ja: {
      title: '管理者が新しいネットワークからサインイン',
      text: (_, about) => `${about} は過去90日間、そこからサインインしていません。本人か確認してください。`,
    },
  },
  denials_account: {
    en: {
      title: 'One account is denied again and again',
      text: (n, about) => `${about} asked ${n} times within 15 minutes for what it may not see.`,
    },
    ja: {
      title: '1つのアカウントへの拒否が多発',
      text: (n, about) => `${about} は15分間に${n}回、権限のない情報を要求しました。`,
    },
  },
  tampered_codes: {
    en: {
      title: 'Invented QR codes are being scanned',
      text: (n) => `${n} scans within 15 minutes were of codes that nobody here made, and no typing errors.`,
    },
    ja: {
      title: '偽造QRコードの読み取りが多発',
      text: (n) => `15分間に、当方で発行していないコードが${n}回読み取られました。入力ミスは含みません。`,
    },
  },
  quiet_codes: {
    en: {
      title: 'A QR code has gone quiet',
      text: (n, about) =>
        `${about}: not scanned for ${lasting(n, en)}, longer than chance explains. Ask its partner whether it still hangs there.`,
    },
    ja: {
      title: 'QRコードの読み取りが途絶えています',
      text: (n, about) =>
        `${about}：${lasting(n, ja)}読み取られておらず、偶然とは考えにくい長さです。今も掲示されているか、パートナーに確認してください。`,
    },
  },
  quiet_places: {
    en: {
      title: 'A place has gone quiet',
      text: (n, about) =>
        `${about}: none of its codes was scanned for ${lasting(n, en)}, longer than chance explains. It may be closed.`,
    },
    ja: {
      title: '場所全体の読み取りが途絶えています',
      text: (n, about) =>
        `${about}：すべてのコードが${lasting(n, ja)}読み取られておらず、偶然とは考えにくい長さです。休業中かもしれません。`,
    },
  },
  far_codes: {
    en: {
      title: 'A QR code is scanned far from its place',
      text: (n, about) =>
        `${about}: ${n} visitors who shared where they are were far away within a week. It may have been moved or copied.`,
    },
    ja: {
      title: 'QRコードが設置場所から遠くで読み取られています',
      text: (n, about) =>
        `${about}：位置情報を共有した${n}人が、1週間のうちに遠く離れた所で読み取りました。移動または複製された可能性があります。`,
    },
  },
  unusual_exports: {
    en: {
      title: 'More data is exported than usual',
      text: (n, about) => `${about} exported ${n} files within 24 hours, far more than on days before.`,
    },
    ja: {
      title: '通常より多いデータの書き出し',
      text: (n, about) => `${about} は24時間に${n}件のファイルを書き出しました。以前を大きく上回っています。`,
    },
  },
  error_rate: {
    en: {
      title: 'Many requests fail',
      text: (n) => `${n} % of the requests of the last 5 minutes were answered with an error of ours.`,
    },
    ja: { title: 'エラーが多発', text: (n) => `直近5分間のリクエストの${n} %がサーバーのエラーになりました。` },
  },
  slow_answers: {
    en: {
      title: 'Answers are slow',
      text: (n) => `One of twenty requests of the last 5 minutes took ${n} ms or longer.`,
    },
    ja: { title: '応答の遅延', text: (n) => `直近5分間のリクエストの20件に1件が${n}ミリ秒以上かかりました。` },
  },
  backup_overdue: {
    en: { title: 'No backup within its time', text: (n) => `For ${n} hours no backup has been written.` },
    ja: { title: 'バックアップの遅れ', text: (n) => `${n}時間バックアップが作成されていません。` },
  },
  backup_failed: {
    en: {
      title: 'A backup failed',
      text: () => 'The last backup or the log was not written, or could not be restored on trial.',
    },
    ja: {
      title: 'バックアップの失敗',
      text: () => '直近のバックアップまたはログの保存、あるいは試験復元に失敗しました。',
    },
  },
  log_behind: {
    en: { title: 'The log is not shipped', text: (n) => `For ${n} minutes the log has not been shipped.` },
    ja: { title: 'ログが転送されていません', text: (n) => `${n}分間ログが転送されていません。` },
  },
  certificate_soon: {
    en: {
      title: 'Certificate ends soon',
      text: (n) => `The certificate of the public address is valid for ${n} more days.`,
    },
    ja: { title: '証明書の期限が近づいています', text: (n) => `公開アドレスの証明書の残り日数は${n}日です。` },
  },
  certificate_ending: {
    en: {
      title: 'Certificate ends within days',
      text: (n) => `The certificate of the public address is valid for ${n} more days; then browsers refuse the guide.`,
    },
    ja: {
      title: '証明書の期限が数日後に切れます',
      text: (n) => `公開アドレスの証明書の残り日数は${n}日です。期限後はブラウザで表示できません。`,
    },
  },
  audit_damaged: {
    en: {
      title: 'The audit log is damaged',
      text: () => 'Entries of the audit log were changed or cut off from outside.',
    },
    ja: { title: '監査ログの破損', text: () => '監査ログの記録が外部から変更または削除されました。' },
  },
  disk_low: {
    en: { title: 'The disk is nearly full', text: (n, about) => `${n} MB are left where the data folder ${about} is.` },
    ja: { title: 'ディスクの空きが不足', text: (n, about) => `データフォルダー ${about} の空き容量は${n} MBです。` },
  },
  failed_work: {
    en: {
      title: 'Work has failed for good',
      text: (n) => `${n} jobs have failed after every try and wait in Work and Dead Letters.`,
    },
    ja: { title: '処理の失敗', text: (n) => `${n}件の処理が再試行後も失敗し、確認を待っています。` },
  },
} as const satisfies Record<string, { en: Said; ja: Said }>;
export type SecurityRuleName = keyof typeof securityAlertWords;

/** An alert in words. */
export function sayAlert(
  rule: SecurityRuleName,
  language: string,
  { figure, about }: { figure: number; about: string },
): { title: string; description: string } {
  const said: Said = securityAlertWords[rule][language === 'ja' ? 'ja' : 'en'];
  return { title: said.title, description: said.text(String(Math.round(figure)), about) };
}
