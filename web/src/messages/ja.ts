import { cardsPerSponsored } from '../../../contract/campaign-form.ts';
import type { MailFigure, ReportFigures } from '../../../contract/mails.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { Untold } from '../../../contract/portal-states.ts';
import { recommendationLimits, recommendationWeights } from '../../../contract/recommendation-score.ts';
import { calendarDay, day, distance, dollars, hawaiiMoment, moment, month, number, shortDay } from './format.ts';
import type { Words } from './words.ts';

// 日本語：です・ます調。地名やハワイ語の言葉は、ʻokinaを含めてもとのまま、または慣用のカタカナで書く。

export const first: Words['first'] = {
  shell: {
    skip: 'メインコンテンツへ移動',
    loading: (product) => `${product}を読み込んでいます`,
    loadingPage: '読み込んでいます',
    offline: 'オフライン',
    offlineBanner: 'オフラインモード：ご利用いただける機能が限られています',
    limited: '機能制限中',
    menu: 'メニュー',
    menuFailed: 'メニューを読み込めませんでした。もう一度お試しください。',
    navigation: 'メインメニュー',
    home: (product) => `${product}のホーム`,
    scriptNeeded: 'このページにはJavaScriptが必要です。有効にしてから、もう一度読み込んでください。',
  },
  navigation: {
    discover: '見つける',
    scan: 'QRスキャン',
    home: 'ホーム',
    explore: 'さがす',
  },
  roles: {
    traveler: '旅行者',
    partner: 'パートナー',
    advertiser: '広告主',
    admin: '管理者',
  },
  session: {
    fetchFailed: (status) => `Failed to fetch user: API responded with HTTP status ${status}`,
  },
  access: {
    authentication: 'ログインが必要です',
    authenticationText: 'この機能をご利用になるには、ログインしてください。',
    signIn: 'ログインが必要です',
    signInText: 'ログイン後は、そのままこのページに戻ります。',
    toSignIn: 'ログイン',
    profile: 'プロフィールの設定が必要です',
    profileText: '続けるには、プロフィールの設定を完了してください。',
    toProfile: 'プロフィールを設定する',
    restricted: 'アクセスが制限されています',
    restrictedText: 'このページを表示する権限がありません。',
    allowed: 'ご利用いただける方',
    yours: 'お使いのアカウント',
    toDashboard: 'ホームに戻る',
  },
  error: {
    title: '問題が発生しました',
    text: '保存した内容はそのまま残っています。担当チームには自動で通知しました。',
    offlineTitle: 'オフラインのため表示できません',
    offline: 'オフラインのようです。Wi-Fiまたはモバイル通信に接続してから、もう一度お試しください。',
    partTitle: '画面を読み込めませんでした',
    reference: 'エラー参照番号',
    retry: 'もう一度試す',
    home: 'トップへ戻る',
    report: 'この問題を報告する',
    reportUnavailable: 'エラーの報告を送信できませんでした。しばらくしてからもう一度お試しください。',
    notFound: 'このページは地図にありません',
    notFoundText: 'アドレスが間違っているかもしれません。キーワードで検索するか、トップページからお進みください。',
  },
  experience: {
    featured: 'おすすめ',
    sponsored: 'スポンサー',
    rated: (rating) => `5点満点中${rating}点の評価`,
    reviews: (count) => `（口コミ${number(count)}件）`,
    reviewsFailed: '口コミを読み込めませんでした。接続を確認してください。',
    detailsFailed: '詳しい情報を読み込めませんでした。接続を確認してください。',
    price: '価格帯：',
    closed: '今月はお休みです',
    commission: (percent) => `手数料 ${percent}`,
    bookNow: '今すぐ予約',
    bookExperience: 'この体験を予約',
    bookCompact: '予約',
    signInToBook: 'ログインして予約',
    signInCompact: 'ログイン',
    learnMore: '詳しく見る',
    readMore: '続きを読む',
    readLess: '閉じる',
    save: '保存',
    saveFailed: '保存できませんでした。接続を確認して、もう一度お試しください。',
    about: (name) => `：${name}`,
  },
  search: {
    searchLabel: '体験を検索',
    searchHint: 'シュノーケル、ポケ、ルアウなど',
    search: '検索',
    category: 'カテゴリー',
    allCategories: 'すべてのカテゴリー',
    categories: {
      'Activities & Tours': 'アクティビティ・ツアー',
      Restaurants: 'レストラン',
      Accommodations: '宿泊',
      Shopping: 'ショッピング',
      'Cultural Experiences': '文化体験',
    },
  },
  place: {
    available: '楽しめる体験',
    none: 'まだ何も掲載されていません',
    noneText: 'この場所でご案内できるものは、ただいまありません。ガイド全体は、いつでもご覧いただけます。',
    explore: '体験をさがす',
    keep: 'オフライン用に保存',
    scanAnother: '別のQRコードをスキャン',
    howOrdered: '体験の並び順について',
    islands: { Oʻahu: 'オアフ島', Maui: 'マウイ島', Kauaʻi: 'カウアイ島', 'Hawaiʻi Island': 'ハワイ島' },
  },
};

export const titles: Words['titles'] = {
  landing: 'きょうは、すてきな場所へ',
  explore: '体験をさがす',
  scan: 'QRコードをスキャン',
  signIn: 'ログイン',
  magicLink: 'ログイン用リンクを確認しています',
  callback: 'ログインを完了しています',
  invite: 'ご招待',
  apply: 'パートナー・広告主のお申し込み',
  unsubscribe: 'メールのレポート',
  ranking: '体験の並び順について',
  onboarding: 'あなた好みのガイドに',
  dashboard: 'ホーム',
  bookings: '予約一覧',
  saved: '保存した場所',
  privacy: 'プライバシー',
  partnerPortal: 'パートナーポータル',
  analytics: '分析',
  analyticsRows: '数字の内訳',
  platformBookings: '全体の予約',
  securityMonitoring: 'セキュリティ監視',
  apiSecurity: 'APIセキュリティ',
  accessControl: 'アクセス管理',
  security: 'セキュリティ',
  privacyManagement: 'プライバシー管理',
  quality: '品質保証',
  audit: '監査ログ',
  work: '処理状況と配信不能メッセージ',
  holds: '保留中の手数料',
  reconcile: '照合',
  payouts: '支払い',
  rateCards: '料率表',
  news: '予約サイトからの通知',
  explain: '手数料の内訳',
  statement: '手数料明細書',
  ledger: '元帳',
  partnerManagement: 'パートナー管理',
  partners: 'パートナー',
  qrRequests: 'QRコードの申請',
  placeProposals: '確認待ちの場所',
  applications: 'お申し込み',
  partnerView: 'パートナー画面の管理者表示',
  content: 'コンテンツ管理',
  campaigns: '広告キャンペーン',
  campaignResults: '広告の成果',
  campaignInvoices: '広告の請求書',
  ownListing: '掲載内容',
  listingProposals: '確認待ちの掲載',
  knowledge: 'ナレッジベース',
  locations: '場所',
  orphanScans: '登録のないスキャン',
  qrBatch: '場所のQRコードをまとめて作成',
  locationLists: 'おすすめリスト',
  embeddedPages: 'ガイド内で開くページ',
  offline: 'このスマートフォンに保存したもの',
  design: 'デザインの約束ごと',
};

export const deskRefusals: Words['deskRefusals'] = {
  partner: 'パートナー専用のページです',
  partnerText: 'このポータルは、パートナーの方がご利用になれます。',
  partnerPart:
    'このページは、お使いのアカウントではご利用になれません。所属先のオーナー、または当社までお問い合わせください。',
  campaignsPart:
    '広告キャンペーンは、お使いのアカウントではご利用になれません。所属先のオーナー、または当社までお問い合わせください。',
  listingsPart:
    '掲載内容は、お使いのアカウントでは編集できません。所属先のオーナー、または当社までお問い合わせください。',
  part: 'このページは、お使いのアカウントではご利用になれません。所属先のオーナー、または当社までお問い合わせください。',
  security: 'セキュリティのページは、システム管理者のみがご利用になれます。',
};

export const deskNavigation: Words['deskNavigation'] = {
  partnerHome: 'パートナーホーム',
  adminHome: '管理ホーム',
  security: 'セキュリティ',
};

const bookingPlatforms: Words['bookings']['platforms'] = {
  fareharbor: 'FareHarbor',
  viator: 'Viator',
  external: '公式サイト',
};

const bookingStatuses: Words['bookings']['statuses'] = {
  pending: '確認待ち',
  confirmed: '確定',
  completed: '利用済み',
  cancelled: 'キャンセル済み',
};

export const bookings: Words['bookings'] = {
  online: 'オンライン',
  offline: 'オフライン',
  onlineText: 'サーバーの最新の内容です',
  offlineText: 'チケットはそのまま開けます',
  offlineUnkeptText: 'この端末には保存されていません。このページを開いたままにしてください',
  filter: '予約状況で絞り込む',
  all: 'すべて',
  totalTile: '合計',
  valueTile: '合計金額（米ドル）',
  heldTile: '確定・利用済み',
  valueNote: '概算の金額を含み、キャンセルされた予約は含みません。',
  count: (shown) => `予約${number(shown)}件`,
  empty: 'まだご予約はありません',
  emptyText: '予約リンクを開くと、その状況がここに記録されます。',
  emptyStatus: (status) => `「${bookingStatuses[status]}」の予約はありません`,
  emptyStatusText: 'ほかの予約は「すべて」でご覧いただけます。',
  emptyOffline: 'この端末に予約はありません',
  emptyOfflineText: 'オンラインに戻ると、予約が自動的に表示されます。',
  explore: '体験をさがす',
  kept: (at) => `${moment(at)}（ハワイ時間）現在の予約です。`,
  keptPart:
    'この端末には、確定、確認待ち、これからの予約を保存しています。ほかの予約は、サーバーに接続できしだい表示されます。',
  sample: 'サンプルデータ',
  sampleText:
    '予約を読み込めなかったため、見本を表示しています。実際の予約ではなく、ここから予約することもできません。',
  retry: 'もう一度試す',
  cacheUnavailable: 'Offline cache unavailable: offline mode is disabled',
  noCache:
    'この端末にはチケットを保存できません。保存容量がいっぱいか、ウェブサイトの保存が許可されていません。チケットを開けるのは、オンラインのときか、このページを開いている間だけです。',
  ticket: 'チケットを見る',
  ticketOf: (name) => `：${name}`,
  booked: '予約しました',
  rate: 'この体験を評価する',
  editReview: '口コミを編集',
  yourRating: 'あなたの評価',
  rated: (rating) => `5点満点中${rating}点`,
  missing: '予約が見当たりません',
  missingText: '予約サイトで予約したのに、ここにありませんか？',
  suggestions: 'ほかにもおすすめの体験',
  suggestionsText: (name) => `${name}を楽しまれた方へ`,
  platforms: bookingPlatforms,
  statuses: bookingStatuses,
  amount: '金額',
  estimated: '概算',
  platform: '予約先',
  bookedOn: '予約日',
  when: '利用日',
  dollars,
  day,
};

export const callback: Words['callback'] = {
  text: 'Googleに確認しています。少しお待ちください。',
  invitation: '招待を処理しています',
  invitationText: 'ご招待の内容を設定しています。',
  welcome: (product) => `${product}へようこそ`,
  welcomeAs: (stakeholder, kind) =>
    kind ? `${stakeholder}（${kind}）としてご登録いただきました。` : `${stakeholder}としてご登録いただきました。`,
  ready: 'ログインしました。ページを移動しています…',
  emailFirst: 'まずはメールでログインしてください',
  emailFirstAction: 'メールでログイン',
  home: 'トップへ戻る',
  noCode: 'Cannot exchange code for session token: no code provided in the URL search params.',
  exchangeFailed: 'Failed to exchange code for session token:',
};

export const dashboard: Words['dashboard'] = {
  greeting: (name) => (name ? `アロハ、${name}さん` : 'アロハ'),
  tabsLabel: 'ホームのメニュー',
  tabs: {
    overview: '概要',
    explore: 'さがす',
    activity: '旅の記録',
    profile: 'プロフィール',
  },
  traveler: '島のどこにいても、ポケットの中のガイドブック。',
  quick: 'クイックメニュー',
  scan: 'QRコードをスキャン',
  exploreActivities: '体験をさがす',
  bookings: '予約を見る',
  featured: 'あなたへのおすすめ',
  searchTitle: 'すてきな体験を見つける',
  seeAll: 'ガイドですべて見る',
  areas: {
    partner: '施設でコードを配り、そこから生まれた予約で収益を得られます。',
    advertiser: 'ガイドに載るあなたのお店の情報を管理します。',
    admin: 'ガイドに関わる人と、ガイドがすすめる内容を管理します。',
  },
  toCodes: 'QRコードを管理する',
  toPerformance: '成果を見る',
  toPortalSettings: 'アカウント設定',
  toProfile: 'プロフィール、パスキー、端末',
  toInquiries: '予約が見つからないお客さまに答える',
  toReviews: 'レビューを読んで管理する',
  toEmbeddedPages: 'ガイド内で開くページを選ぶ',
  toGuide: 'お客さまと同じ画面でガイドを読む',
  updating: 'プロフィールを更新しています',
  updatingText: 'このアカウントは、以前のバージョンのガイドで作成されました。少しお待ちください。',
  updatingFailed: 'プロフィールを更新できませんでした。接続を確認して、もう一度お試しください。',
  again: 'もう一度試す',
  noProfile: '少しお待ちください',
  noProfileText: '3つの短い質問にお答えください。',
};

export const errorReport: Words['errorReport'] = {
  title: 'この問題を報告する',
  lead: (id) => `参照番号${id}とあわせて送信します。`,
  field: 'どのような操作をしていましたか（任意）',
  hint: 'ひとことで十分です。パスワードやカード番号は書かないでください。',
  send: '報告を送信',
  sending: '送信しています…',
  close: '閉じる',
  sent: (product) => `エラーの報告を送信しました。${product}の改善にご協力いただき、ありがとうございます`,
  failed: 'エラーの報告を送信できませんでした。しばらくしてからもう一度お試しください。',
};

export const explore: Words['explore'] = {
  lead: '夜明けの一杯から夜更けの一軒まで、ガイドのすべてがここに。',
  countTile: '体験',
  ratingTile: '平均評価',
  featuredTile: 'おすすめ',
  noRating: 'まだなし',
  featured: 'おすすめの体験',
  all: 'すべての体験',
  empty: '体験が見つかりません',
  emptyText: 'キーワードを短くするか、別のカテゴリーをお試しください。ʻokinaやkahakōを省いたローマ字でも検索できます。',
  clear: 'すべての体験を表示',
  found: (count) => `${number(count)}件の体験が見つかりました`,
  view: '表示方法',
  list: 'リスト',
  map: '地図',
  more: 'さらに表示',
  progress: (shown, all) => `${number(all)}件中${number(shown)}件を表示`,
  progressFrom: (first, last, all) => `${number(all)}件中${number(first)}〜${number(last)}件目を表示`,
  unauthorized: 'Unauthorized booking attempt',
  travelersOnly: (role) => `ご予約いただけるのは旅行者の方のみです。現在は「${role}」としてログインしています。`,
  call: (phone) => `${phone}に電話する`,
  goThere: (address) => `予約不要：${address}`,
  noLink: 'こちらにはリンクがありません。フロントでお尋ねください。',
  failed: 'ガイドに接続できませんでした',
  sample: 'サンプルデータ',
  sampleText: 'これは見本です。予約はできません。',
  kept: (at) =>
    `${moment(at)}（ハワイ時間）に表示した内容です。ほかにもある場合や、料金や特典が変わっている場合があります。予約には接続が必要です。`,
  again: 'もう一度試す',
  scanTitle: '目の前にコードがありますか？',
  scanText: 'その場所の人たちのおすすめが開きます。',
  scan: 'QRコードをスキャン',
};

export const apply: Words['apply'] = {
  lead: (product) => `お客様についてお聞かせください。${product}へのお申し込みは、担当者がすべて拝見します。`,
  kind: 'お申し込みの種類',
  kinds: { partner: 'パートナー', advertiser: '広告主' },
  kindTexts: {
    partner: 'お客様にコードをご案内いただき、ご予約に応じて収益を得られます。',
    advertiser: '旅行者に向けたサービスを、ガイドに掲載できます。',
  },
  partnerType: '施設の種類',
  organization: '会社・施設の名前',
  contact: 'お名前',
  email: 'メールアドレス',
  emailHint: '会社や施設のアドレスがあれば、そちらをご入力ください。招待はこのアドレスに届きます。',
  phone: '電話番号',
  website: 'ウェブサイト',
  address: '島または住所',
  message: 'そのほか、お伝えになりたいこと',
  optional: '任意',
  messageHint: '任意、2,000文字まで。',
  send: '申し込む',
  sending: '送信中…',
  errors: {
    organization_name: '会社・施設の名前を入力してください。',
    contact_name: 'お名前を入力してください。',
    email: 'メールを受け取れるアドレスを入力してください。',
    phone: '電話番号を入力するか、空欄にしてください。',
    website: 'ウェブサイトのアドレスを入力するか、空欄にしてください。',
  },
  sent: 'お申し込みありがとうございます',
  sentText: (email) => `お申し込みを受け付けました。ご一緒できる場合は、${email}に招待をお送りします。`,
  home: 'ホームに戻る',
};

export const privacy: Words['privacy'] = {
  lead: '何を、なぜ、いつまで保存するか。ブラウザーがほかに誰と通信するか。そしてあなたにできること。',
  kept: '保存するもの',
  keptKinds: {
    account: {
      what: 'アカウント：お名前、メールアドレス、プロフィール、保存した場所、レビュー、パスキー',
      why: 'どの端末でも同じガイドをお使いいただくためです。プロフィールで削除されるまで残ります。',
    },
    bookings: {
      what: 'たどった予約リンクと、予約サイトから知らされた予約',
      why: 'パートナーの収入と帳簿の根拠です。アカウントを削除すると、番号だけで残ります。',
    },
    inquiries: {
      what: '見つからない予約についてのお知らせと、その回答',
      why: '予約を見つけるためです。アカウントとともに消えます。',
    },
    scans: {
      what: 'どのコードが、ブラウザーのどの訪問で読み取られたか。位置情報を許可した場合は、そのおおよその位置と、コードの設置場所から遠かったかどうか',
      why: 'その後の予約でコードの設置先に収入が生じます。コードが移された場合は、設置先にお知らせします。アカウントがなければお名前とは結びつきません。',
    },
    scan_networks: {
      what: '読み取り元のネットワーク（元に戻せない符号）',
      why: 'プログラムによる読み取りを見つけるためです。',
    },
    visits: {
      what: 'ブラウザーの訪問と、その最初と最後の日時',
      why: '読み取りを訪問ごとに数えるためです。アカウントを削除すると、誰のものでもなくなります。',
    },
    sponsored_clicks: {
      what: 'どの訪問でどのスポンサー体験を開いたか',
      why: '広告主の支払いと、その後の予約の集計のためです。',
    },
    events: {
      what: 'ガイドで表示し、開いたもの。ログイン中はアカウントとともに',
      why: '何が役立つかを知るためです。記録しないよう選べます。',
    },
    sessions: { what: 'ログイン中の端末', why: 'ログインを保ち、ほかの端末から終了できるようにするためです。' },
    sign_in_links: { what: 'メールのログインリンク（期限切れから）', why: '使用済みのリンクを見分けるためです。' },
    security_events: { what: 'ログインや拒否された要求などの記録', why: '攻撃と、その対象を知るためです。' },
    security_addresses: { what: 'その記録にあるネットワークアドレス', why: '攻撃の出どころを知るためです。' },
    error_reports: { what: 'ページやあなたから報告されたエラー', why: '修正するためです。' },
    platform_news: { what: '予約サイトから届いた通知', why: '予約の問題を調べるためです。' },
    applications: { what: 'パートナーや広告主への申し込み（判断の後）', why: 'お問い合わせに答えるためです。' },
    invitations: {
      what: '提携への招待と、その送り先',
      why: '誰が誰を招待したかを知るためです。送り先はアカウントとともに消えます。',
    },
    uploads: { what: '送られて、使われなかったファイル', why: '途中の作業を続けられるようにするためです。' },
    failed_mail: { what: '送れなかったメールの宛先と件名', why: '原因を調べるためです。' },
    review_reports: { what: 'レビューについての報告', why: '繰り返される問題を見つけるためです。' },
    privacy_requests: { what: 'データの請求と削除の依頼', why: '対応したことを示すためです。' },
    audit_log: {
      what: 'どのアカウントが何を変えたか（番号と検査値）',
      why: '改ざんがないことを示すためです。読める内容はアカウントとともに消えます。',
    },
    backups: {
      what: 'これらすべてのバックアップと、変更の控え',
      why: '障害から復旧するためです。作成時の内容を含みます。',
    },
  },
  days: (days) => `${days}日`,
  months: (months) => `${months}か月`,
  forGood: '期限なし',
  others: 'ブラウザーが通信する相手',
  othersText: '広告網や他社の統計のためにあなたを測ることはありません。',
  parties: {
    map: { what: '地図の画像（地図を開いたとき）', none: '地図の画像はこのサイトから届きます。' },
    pictures: { what: '一部の体験や場所の写真', none: '体験の写真はこのサイトから届きます。' },
    booking_pages: {
      what: 'ガイドの中で開く予約ページ（開いたときだけ）',
      none: 'ガイドの中で開く予約ページはありません。',
    },
    links: {
      what: '「今すぐ予約」からガイドの外で開くサイト（開いたときだけ）',
      more: '予約リンクにはクリックの番号が付き、予約サイトはそれによって予約を私たちに知らせます。「詳しく見る」は催行会社のサイトを開きます。',
      none: 'ガイドの外で開く予約リンクはありません。「詳しく見る」は催行会社のサイトを開きます。',
    },
    sign_in: { what: 'Googleでのログイン（選んだときだけ）', none: 'ほかのサイトでのログインはありません。' },
  },
  gpc: 'グローバル・プライバシー・コントロール（GPC）',
  gpcText:
    'ブラウザーがこの信号を送るとき、または設定で統計に含めないと選んだとき、表示や操作、読み取りの位置とネットワーク、広告網があなたを見分ける番号を保存しません。いずれの場合も個人情報を販売しません。',
  cookies: 'クッキー',
  cookiesText:
    'ガイドに必要なものだけです。コードを一度だけ数えるための訪問、ログイン、言語、統計についての選択、そして以前にログインしたブラウザーであること（400日間。他人があなたのアドレスを試している間もログインできるように）。広告用のものはないため、同意をお願いすることもありません。',
  rights: 'あなたのデータはあなたのもの',
  rightsText: 'プロフィールから、保存されている情報を1つのファイルでダウンロードし、アカウントを削除できます。',
  profile: 'プロフィールへ',
  licenses: 'ソフトウェアのライセンス',
};

export const ranking: Words['ranking'] = {
  lead: 'お金を払って上位に載ることはできません。並び順を決めているのは、ここに書かれていることだけです。',
  place: '場所ごとのリスト',
  placeText:
    'その場所の人たちとガイドの編集者が体験を選び、手作業で並べています。時間帯、日付、お使いの言語、滞在何日目かによって表示されるものもあります。',
  all: 'ガイド全体と地図',
  allOrder: ['編集者のおすすめ', 'ゲストの評価が高いもの', '名前のアルファベット順'],
  search: '検索したとき',
  searchOrder: [
    'キーワードとの一致：そのままの言葉が先、似たつづりはその後',
    '編集者のおすすめ',
    '名前のアルファベット順',
  ],
  goesWith: 'ご予約に合う体験',
  goesWithText: `${recommendationLimits.radiusKm}km以内、${recommendationLimits.horizonHours}時間以内のものに、それぞれ100点満点で点をつけます。`,
  points: {
    complement: '種類の相性：ツアーの後なら、別のツアーよりお食事',
    distance: '近さ',
    rating: 'ゲストの評価',
    time: 'ご予約の時間との相性',
    together: '両方を予約したゲストの多さ',
  },
  pointsOf: (part) => `最大${recommendationWeights[part]}点`,
  sponsored: 'スポンサー枠',
  sponsoredText: [
    `「スポンサー」と表示されたカードは広告です。リストの${cardsPerSponsored - 1}件ごとにその後へ最大1件、先頭より前には表示されず、ほかの順番を動かすこともありません。`,
    '複数あるときは、その日の予定に達していないもののうち、1分ごとの抽選で選ばれた広告主のものを表示し、支払額の多さでは選びません。クリックごとに支払われるもので、クリック数に見合う回数を超えて表示されたものは、選ばれる割合が10分の1になります。ホテルのWi-Fiなど一つのネットワークからの表示は、1日の予定の半分までです。QRコードを使わずに来た方や、プライバシー保護を求める方には表示されません。リストにもとからある体験は、そのリストの広告にはなりません。',
  ],
  never: '順番に影響しないもの',
  neverOrder: ['予約によるパートナーや私たちの収入', '広告主が支払う金額', 'ご予約先のサイト'],
  log: 'リストの並び順の変更は、変更した人とともに、すべて監査ログに記録されます。',
};

export const unsubscribe: Words['unsubscribe'] = {
  title: 'メールのレポートを停止する',
  text: 'ボタンを1回押すと、このリンクのついたレポートはメールで届かなくなります。ほかの設定は変わりません。ログインも必要ありません。',
  end: 'レポートを停止する',
  ending: '停止しています…',
  ended: 'レポートを停止しました',
  endedText: (organization) => `${organization}のレポートは、今後メールでお送りしません。`,
  endedTitleOfAdmin: 'このレポートを停止しました',
  endedOfAdmin: 'このレポートは、今後メールでお送りしません。',
  againOfAdmin: 'もう一度受け取るには、ログインして、Advanced Reports で頻度を選んでください。',
  reports: 'Advanced Reports を開く',
  again:
    'もう一度受け取るには、ログインして、ポータルの設定で「メールのレポート」（Reports by e-mail）をオンにしてください。',
  settings: '設定を開く',
  home: 'ホームに戻る',
};

export const invite: Words['invite'] = {
  loading: '招待を確認しています',
  title: (product) => `${product}へのご招待`,
  lead: (organization, stakeholder) => `${organization}様を${stakeholder}としてご招待します。`,
  staffLead: (organization, standing) =>
    `${organization}様の${standing === 'owner' ? 'オーナー' : 'スタッフ'}としてご招待します。`,
  mayUse: '利用できる機能',
  organization: '組織名',
  kind: '種類',
  sentTo: '送信先',
  expires: '有効期限',
  day,
  accept: '招待を受ける',
  acceptWith: '招待を受けるには、この招待が届いたメールアドレスでログインしてください。',
  google: 'Googleで招待を受ける',
  mail: 'ログイン用リンクをメールで受け取る',
  mailing: 'リンクを送信しています…',
  mailed: (address) => `${address}にログイン用リンクを送りました。リンクを開くと、このページに戻ります。`,
  mailFailed: 'ログイン用リンクを送信できませんでした',
  processing: '招待を処理しています',
  processingText: 'ご招待の内容を設定しています。',
  accepted: 'ようこそ',
  acceptedText: (stakeholder, kind) =>
    `${stakeholder}${kind ? `（${kind}）` : ''}としてご登録いただきました。ページを移動しています…`,
  goOn: '続ける',
  expired: '招待の期限切れ',
  expiredText: 'この招待は有効期限が切れています。新しい招待については、管理者にお問い合わせください。',
  invalid: '無効な招待',
  invalidText: 'この招待リンクは無効か、すでに使用されています。',
  error: '招待の処理中にエラーが発生しました',
  errorText: '招待を処理できませんでした。もう一度お試しいただくか、サポートにお問い合わせください。',
  again: 'もう一度試す',
  home: 'トップへ戻る',
};

export const landing: Words['landing'] = {
  description:
    'ホテルやカフェ、ビジターセンターにあるコードをスキャンすると、その場所の人たちがすすめるツアーやお店、見どころが見つかります。',
  since: '1974年からの信頼',
  kicker: 'ハワイのポケットガイド',
  start: 'はじめる',
  signIn: 'ログイン',
  signInFailed: 'ログインできませんでした。インターネット接続を確認して、もう一度お試しください。',
  reasons: {
    sign_in_unavailable:
      '認証サービスを一時的に利用できません。しばらくしてからもう一度お試しいただくか、サポートにお問い合わせください。',
    sign_in_misconfigured:
      'ログインの設定に問題があります。サポートにお問い合わせいただくか、しばらくしてからもう一度お試しください。',
    sign_in_all_failed:
      'どの認証方法も利用できませんでした。しばらくしてからもう一度お試しいただくか、サポートにお問い合わせください。',
    account_deactivated: 'このアカウントは停止されています。サポートにお問い合わせください。',
    rate_limited: 'リクエストが多すぎます。しばらく待ってから、もう一度お試しください。',
  },
  erased: 'アカウントを削除しました。',
  erasedText: 'このアカウントではもうログインできません。ほかに残っている情報も、ただいま削除しています。',
  featuresTitle: 'ご利用の流れ',
  features: [
    {
      title: 'スキャンして見つける',
      text: 'コードは場所ごとに一つ。スキャンすると、そのまわりの体験が開きます。アプリのインストールも会員登録もいりません。',
    },
    {
      title: '限定の特典と、スムーズな予約',
      text: 'おすすめから催行会社の予約カレンダーへ直接進み、1分ほどで予約できます。',
    },
    {
      title: 'お気に入りを保存、旅を記録',
      text: 'メールアドレスでログインすると、気に入ったものを保存でき、予約もひとつの場所で確認できます。',
    },
  ],
  heritageTitle: '半世紀の、確かな案内',
  heritage: (product) =>
    `${product}をお届けするのは、50年にわたりハワイの島々のガイドブックを出版してきた私たちです。かたちは変わりました。` +
    'ひとつひとつを選ぶ心づかいは、変わりません。',
};

export const languageSwitch: Words['languageSwitch'] = {
  label: '言語',
  hint: '選んだ言語でページを開き直します。',
  offline: '言語は、接続しているときに変更できます。',
  written: '入力中の内容が失われます。先に送信するか、閉じてください。',
  waits: 'まだ送信されていない操作が失われます。自動的に送信されますので、少し待ってからもう一度お試しください。',
  change: '変更',
};

export const magicLink: Words['magicLink'] = {
  verifyingText: '少しお待ちください。',
  welcome: (product) => `${product}へようこそ`,
  redirecting: '体験をさがすページへ移動しています…',
  goOn: '続ける',
  confirmTitle: 'この端末でログインしますか？',
  confirmText: 'このリンクは別のブラウザーから依頼されました。ご本人であれば、そのままお進みください。',
  confirm: 'はい、ログインします',
  failed: '確認できませんでした',
  causesTitle: 'よくある原因',
  causes: [
    'リンクの有効期限（15分）が切れています。',
    'リンクはすでに使用されています（1回のみ有効です）。',
    '途中で通信が切れました。',
  ],
  newLink: '新しいリンクは、ログインページから依頼できます。',
  requestNew: 'ログイン',
  home: 'トップへ戻る',
  errors: {
    noToken: 'ログイン用リンクの情報がありません',
    default: 'ログイン用リンクを確認できませんでした',
    network: '確認中に通信エラーが発生しました',
  },
};

const invitationText = (product: string, link: string, whom: string) =>
  [
    'アロハ',
    '',
    whom,
    '次のリンクから招待の内容をご覧いただけます。7日以内に1回、このメールが届いたアドレスでのみ有効です。',
    '',
    link,
    '',
    'お心当たりがない場合は、このメールを破棄してください。',
    '',
    `${product}　1974年からの信頼`,
  ].join('\n');

const reportNames = { weekly: '週次レポート', monthly: '月次レポート', quarterly: '四半期レポート' };

function placesOf(places: ReportFigures['places'], fewest: string, link: string): string[] {
  if (places.length === 0) return [];
  const untold: Record<Untold, string> = { few: `${fewest}未満`, withheld: '非表示' };
  const told = (figure: MailFigure) => ('written' in figure ? figure.written : untold[figure.untold]);
  return [
    '場所別',
    ...places.map(({ name, scans, bookings }) => `${name}：スキャン${told(scans)}、予約${told(bookings)}`),
    `場所別では、${fewest}未満の数字、訪問者が${fewest}人未満の数字、およびそれらを推測できる数字は表示しません。`,
    'ポータルでの場所別の数字（本日まで）',
    link,
    '',
  ];
}

const campaignStepsInJapanese: Readonly<Record<string, string>> = {
  started: 'を開始しました',
  resumed: 'を再開しました',
  paused: 'を一時停止しました',
  released: 'の停止を解除しました',
  ended: 'を終了しました',
  changed: 'を変更しました',
  deleted: 'を削除しました',
};

const submittedInJapanese = { booking_url: '予約リンク', website_url: 'ウェブサイトのリンク', price_range: '価格帯' };
const submittedFields = (fields: readonly (keyof typeof submittedInJapanese)[]) =>
  fields.map((field) => submittedInJapanese[field]).join('と');

export const mails: Words['mails'] = {
  signIn: {
    subject: (product) => `${product}のログイン用リンク`,
    text: (product, link) =>
      [
        'アロハ',
        '',
        `このリンクを開くと、${product}にログインします。15分以内に1回だけ使えます。`,
        '',
        link,
        '',
        'お心当たりがない場合は、このメールを破棄してください。このリンクを使わないかぎり、誰かがログインすることはありません。',
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  suspended: {
    subject: (product) => `${product}のアカウントについて`,
    text: (product) =>
      [
        'アロハ',
        '',
        `ログイン用リンクの請求がありましたが、お客様の${product}のアカウントは停止されています。現在、ログインはできません。`,
        `理由の確認や利用の再開をご希望の場合は、${product}のサポートにお問い合わせください。`,
        '',
        'お心当たりがない場合は、このメールを破棄してください。',
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  invitation: {
    subject: (product) => `${product}へのご招待`,
    text: (product, link, organization, invited) =>
      invitationText(
        product,
        link,
        `${organization}様を、${product}の${invited === 'partner' ? 'パートナー' : '広告主'}としてご招待します。`,
      ),
    staffText: (product, link, organization, permissions, standing) =>
      invitationText(
        product,
        link,
        `${product}における${organization}様の${standing === 'owner' ? 'オーナー' : 'スタッフ'}としてご招待します。利用できる機能：${stakeholders.toUse(permissions)}。`,
      ),
  },
  inquiry: {
    subject: 'お問い合わせの予約について',
    text: (product, link, experience, answer) =>
      [
        'アロハ',
        '',
        `${experience}のご予約についてお問い合わせいただき、ありがとうございます。お調べした結果は次のとおりです。`,
        '',
        answer,
        '',
        '予約一覧はこちらからご覧いただけます。',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  booking: {
    subject: (became, experience) =>
      became === 'confirmed' ? `ご予約が確定しました：${experience}` : `ご予約がキャンセルされました：${experience}`,
    text: (product, link, became, { experience, day, time, reference }) =>
      [
        'アロハ',
        '',
        became === 'confirmed' ? 'ご予約が確定しました。' : 'ご予約がキャンセルされました。',
        '',
        `体験：${experience}`,
        ...(day ? [`日付：${day}`] : []),
        ...(time ? [`時刻：${time}（ハワイ時間）`] : []),
        ...(reference ? [`予約番号：${reference}`] : []),
        '',
        became === 'confirmed' ? 'チケットはこちらです。' : '予約一覧はこちらからご覧いただけます。',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  statement: {
    subject: (month) => `手数料明細書：${month}`,
    text: (product, link, month, organization, sums) =>
      [
        'アロハ',
        '',
        `${organization}様の${month}分の手数料明細書ができました。`,
        '',
        `月初の未払い残高：${sums.opening}`,
        `支払い対象になった金額：${sums.earned}`,
        `返還をお願いする金額：${sums.clawed_back}`,
        `お支払い済みの金額：${sums.paid}`,
        `月末の未払い残高：${sums.closing}`,
        '',
        '金額はすべて米ドルです。この明細書は確定しており、後日の訂正は翌月以降の明細書に記載されます。',
        '',
        '明細書はこちらからご覧いただけます。',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  campaignInvoice: {
    subject: (number, month) => `請求書 ${number}：${month}`,
    text: (product, link, { number, month, advertiser, total }) =>
      [
        'アロハ',
        '',
        `${advertiser}様の${month}分の広告の請求書（番号 ${number}）ができました。`,
        '',
        `合計：${total}（米ドル）`,
        '',
        '広告ごとの内訳と、PDF・CSV形式の請求書はこちらからご覧いただけます。',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  report: {
    subject: (frequency, period) => `${reportNames[frequency]}：${period}`,
    text: (product, frequency, { organization, period, figures, money, fewest, links }) =>
      [
        'アロハ',
        '',
        `${organization}様の${reportNames[frequency]}です。期間：${period}（ハワイ時間）`,
        '',
        ...(figures?.isNothing
          ? [
              'この期間、QRコードのスキャンも、QRコード経由のご予約もありませんでした。',
              'QRコードの一覧',
              links.codes,
              '',
            ]
          : figures
            ? [
                `スキャン：${figures.scans}`,
                `予約ページへの移動：${figures.clicks}`,
                `予約：${figures.bookings}`,
                ...(figures.revenue === null ? [] : [`売上：${figures.revenue}`]),
                ...(figures.commission === null ? [] : [`手数料：${figures.commission}`]),
                'ポータルでの数字（本日まで）',
                links.performance,
                '',
                ...placesOf(figures.places, fewest, links.performance),
              ]
            : []),
        ...(money
          ? [
              money.askedBack === null
                ? `現在の未払い残高：${money.owed}`
                : `お支払い済みのうち返還をお願いする金額：${money.askedBack}`,
              money.next
                ? `次に支払い対象になる金額：${money.next.amount}（${money.next.day}）`
                : '次に支払い対象になる金額：まだありません',
              '収益の内訳',
              links.overview,
              '',
            ]
          : []),
        'ログインせずに、ワンタップでこのレポートの配信を停止できます。',
        links.end,
        '頻度の変更や配信の再開はこちらから。',
        links.settings,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  handOver: {
    subject: (organization) => `${organization}様のオーナーが変わりました`,
    text: (product, link, organization, became, other) =>
      [
        'アロハ',
        '',
        {
          owner: `${other}様から${organization}様のオーナーを引き継がれました。チームへの招待や変更ができ、収益をご覧いただけます。`,
          staff: `${organization}様のオーナーを${other}様に引き継がれ、現在はスタッフです。`,
          traveler: `${organization}様のオーナーを${other}様に引き継がれ、チームから抜けられました。`,
        }[became],
        'QRコード、数値、収益はそのままです。',
        ...(became === 'traveler' ? [] : ['', 'チームはこちらからご覧いただけます。', link]),
        '',
        `お心当たりのない場合は、${product}のサポートまでご連絡ください。`,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  application: {
    subject: (became, product) =>
      became === 'received' ? `${product}へのお申し込み` : `${product}へのお申し込みについて`,
    text: (product, became, reason) =>
      [
        'アロハ',
        '',
        ...(became === 'received'
          ? [
              `このメールアドレスで、${product}へのお申し込みを受け付けました。お申し込みは担当者がすべて拝見しています。ご一緒できる場合は、このアドレスに招待をお送りします。`,
              '',
              'お心当たりがない場合は、何もなさる必要はありません。',
            ]
          : [
              'お申し込みいただき、ありがとうございました。今回はお受けすることができません。',
              ...(reason ? ['', `理由：${reason}`] : []),
            ]),
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  campaignStep: {
    subject: (did, campaign) => `広告キャンペーン「${campaign}」${campaignStepsInJapanese[did] ?? did}`,
    text: (product, link, did, campaign, reason) =>
      [
        'アロハ',
        '',
        `${product}の管理者が広告キャンペーン「${campaign}」${campaignStepsInJapanese[did] ?? did}。`,
        ...(did === 'paused'
          ? [
              '解除されるまで再開できず、同じ体験のほかの広告キャンペーンも作成・開始できません。解決しましたら、当社までご連絡ください。',
            ]
          : []),
        ...(did === 'released' ? ['再開はご自身で行えます。'] : []),
        ...(did === 'changed' ? ['変更前と変更後の内容は、キャンペーンの履歴でご確認いただけます。'] : []),
        '',
        `理由：${reason}`,
        '',
        did === 'deleted' ? '広告キャンペーンの一覧' : '広告キャンペーン',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  listingProposal: {
    subject: (became, { name, isNew }) => {
      if (isNew) return became === 'approved' ? `${name}が公開されました` : `${name}の公開について`;
      return became === 'approved' ? `${name}の変更が承認されました` : `${name}の変更のご提案について`;
    },
    text: (product, link, became, { name, isNew, fields }, reason) =>
      [
        'アロハ',
        '',
        became === 'approved'
          ? isNew
            ? `${name}が承認されました。これからお客様に表示されます。`
            : `${name}の${submittedFields(fields)}の変更が承認されました。お客様にはこれから新しい内容が表示されます。`
          : isNew
            ? `${name}は承認されませんでした。お客様には表示されません。内容を直して、もう一度お送りいただけます。`
            : `${name}の${submittedFields(fields)}の変更は承認されませんでした。お客様にはこれまでどおりの内容が表示されます。`,
        ...(reason ? ['', `理由：${reason}`] : []),
        '',
        '掲載内容',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  placeProposal: {
    subject: (became, place) =>
      became === 'approved' ? `${place}の変更が承認されました` : `${place}の変更のご提案について`,
    text: (product, link, became, place, reason) =>
      [
        'アロハ',
        '',
        became === 'approved'
          ? `${place}についてのご提案が承認されました。お客様にはこれから新しい内容が表示されます。`
          : `${place}についてのご提案は承認されませんでした。お客様にはこれまでどおりの内容が表示されます。`,
        ...(reason ? ['', `理由：${reason}`] : []),
        '',
        'この場所',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
  codeAlert: {
    subject: (count, place) =>
      count === 1 ? `${place}のQRコードをご確認ください` : `${count}件のQRコードをご確認ください`,
    text: (product, link, { quiet, far }) => {
      const named = ({ place, code }: { place: string; code: string | null }) =>
        `・${place}：${code ?? 'すべてのQRコード'}`;
      return [
        'アロハ',
        ...(quiet.length
          ? [
              '',
              '次のQRコードは、ふだん読み取られているのに、偶然とは考えにくい期間読み取られていません。今も掲示され、読み取れる状態かご確認ください。',
              ...quiet.map(named),
            ]
          : []),
        ...(far.length
          ? [
              '',
              '位置情報を共有した複数のゲストが、次のQRコードを設置場所から遠く離れた所で読み取りました。今も設置場所にあるか、複製されていないかご確認ください。',
              ...far.map(named),
            ]
          : []),
        '',
        '休業中の場所のコードは一時停止してください。なくなったコードは交換できます。再び読み取られたコードについては、何もする必要はありません。',
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n');
    },
  },
  qrRequest: {
    subject: (became, place) =>
      became === 'approved' ? `${place}のQRコードができました` : `${place}のQRコードのご依頼について`,
    text: (product, link, became, place, reason) =>
      [
        'アロハ',
        '',
        became === 'approved'
          ? `${place}のQRコードが承認されました。こちらからダウンロードして印刷できます。`
          : `${place}のQRコードのご依頼は承認されませんでした。`,
        ...(became === 'rejected' ? [...(reason ? ['', `理由：${reason}`] : []), '', 'ご依頼の一覧'] : []),
        link,
        '',
        `${product}　1974年からの信頼`,
      ].join('\n'),
  },
};

export const menu: Words['menu'] = {
  title: 'メニュー',
  explorer: 'ようこそ、旅の方！',
  guest: 'ゲスト',
  navigation: 'メニュー',
  settings: '表示とアクセシビリティ',
  bookmarks: 'ブックマークしたページ',
  signOut: 'ログアウト',
  signingOut: 'ログアウトしています…',
  signOutFailed:
    'サーバーがいま対応できないため、まだログインしたままです。少し待ってから、もう一度ログアウトしてください。',
  signIn: 'Googleでログイン',
  swipe: '下にスワイプして閉じる',
  close: '閉じる',
  signOutLog: 'Failed to logout:',
};

export const profileFields: Words['profileFields'] = {
  phone: '電話番号',
  phoneHint: '任意。予約についてのご連絡に使います。',
  location: 'お住まいの地域',
  locationHint: '任意。市区町村までで十分です。',
  interests: {
    'Cultural Experiences': '文化体験',
    'Food & Dining': '食とレストラン',
    'Outdoor Adventures': 'アウトドア',
    'Historical Sites': '史跡めぐり',
    'Art & Museums': 'アートと美術館',
    'Local Events': '地元のイベント',
    Shopping: 'ショッピング',
    Nightlife: 'ナイトライフ',
  },
  interestsLabel: '興味のあること',
  interestsLegend: '今回の旅のお目当ては？',
  interestsHint: 'いくつでもお選びいただけます。',
  errors: {
    phone: '有効な電話番号を入力してください',
    location: '地域は2文字以上で入力してください',
  },
};

export const onboarding: Words['onboarding'] = {
  lead: '短い質問が3つ、すべて任意です。あなたに合うものを先にご案内するために使います。',
  start: 'さっそく見つける',
  starting: '設定しています…',
  done: 'ガイドの準備ができました',
  doneText: 'ホーム画面へ移動しています…',
  goOn: '続ける',
  failed: '設定できませんでした',
  errors: {
    noUser: 'ログイン情報が見つかりません',
    expired: 'ログインの有効期限が切れました。もう一度ログインしてください。',
    invalid: 'プロフィールの内容に誤りがあります。ご確認のうえ、もう一度お試しください。',
    refused: 'プロフィールを作成できませんでした。もう一度お試しください。',
    network: '通信エラーです。接続を確認して、もう一度お試しください。',
    unexpected: '予期しないエラーが発生しました。もう一度お試しください。',
    other: 'プロフィールを設定できませんでした。もう一度お試しください。',
  },
};

export const profile: Words['profile'] = {
  title: 'プロフィール',
  name: 'お名前',
  email: 'メールアドレス',
  role: 'アカウントの種類',
  organization: '組織名',
  kind: '種類',
  none: '未入力',
  edit: 'プロフィールを編集',
  save: '保存',
  saving: '保存しています…',
  saved: 'プロフィールを保存しました。',
  cancel: 'キャンセル',
  failed: 'プロフィールを保存できませんでした。もう一度お試しください。',
};

export const waits: Words['waits'] = {
  title: '少し時間をおいてください',
  minutes: (count) => `${number(count)}分`,
  hours: (count) => `${number(count)}時間`,
};

export const refusals: Words['refusals'] = {
  offline: '通信エラーです。接続を確認して、もう一度お試しください。',
  invalid_request: '送信された内容を受け付けられませんでした。ご確認のうえ、もう一度お試しください。',
  unauthenticated: 'この機能をご利用になるには、ログインしてください。',
  other_account: 'このブラウザーでは別の方がログインしています。何も送信されていません。',
  forbidden: 'このページを表示する権限がありません。',
  cross_site: 'このサイト以外から送信されたため、受け付けられませんでした。',
  not_found: 'お探しのものは見つかりませんでした。',
  method_not_allowed: 'このアドレスでは、その操作を受け付けていません。',
  payload_too_large: '送信された内容が大きすぎます。',
  unsupported_media_type: 'この形式のデータは受け付けられません。',
  idempotency_mismatch: '同じ操作が別の内容で送信されました。もう一度やり直してください。',
  rate_limited: '操作の回数が多すぎます。{wait}ほど待ってから、もう一度お試しください。',
  internal: 'サーバーで問題が発生しました。もう一度お試しください。',
  unavailable: 'ただいま混み合っているか、再起動中です。少し待ってから、もう一度お試しください。',
  invalid_code: 'QRコードの形式が正しくありません。このガイドのQRコードをスキャンしてください。',
  code_mistyped: 'コードが正しくありません。QRコードの下に印刷された文字と見比べてください。',
  code_unknown: 'このコードは登録されていません。掲示している場所で、新しいコードをお尋ねください。',
  code_paused: 'このコードは一時停止中です。掲示している場所でお尋ねになるか、すべての体験からおさがしください。',
  code_expired: 'このコードは有効期限が切れています。掲示している場所で、新しいコードをお尋ねください。',
  code_replaced: 'このコードは新しいものに変わりました。この場所にある新しいコードをおさがしください。',
  invalid_email: '有効なメールアドレスを入力してください',
  link_invalid: 'ログイン用リンクを確認できませんでした',
  link_limited:
    'ログイン用リンクは、すでに何度か送信の依頼がありました。すでに届いている場合は、最新のリンクが送信から15分間使えます。受信トレイと迷惑メールフォルダーをご確認ください。次にご依頼いただけるのは{wait}後です。',
  link_confirm: 'この端末でログインしてよいか、確認してください。',
  sign_in_failed: 'ログインできませんでした。インターネット接続を確認して、もう一度お試しください。',
  sign_in_unavailable: '認証サービスが一時的に利用できません。別の方法を試しています…',
  sign_in_misconfigured:
    '認証の設定に問題があります。サポートにお問い合わせいただくか、しばらくしてからもう一度お試しください。',
  sign_in_all_failed:
    'どの認証方法も利用できませんでした。しばらくしてからもう一度お試しいただくか、サポートにお問い合わせください。',
  email_link_first:
    '先にメールアドレスの確認が必要です。同じブラウザーで、メールのリンクから一度ログインしてください。次回からはGoogleでもログインできます。',
  account_deactivated: 'このアカウントは停止されています。サポートにお問い合わせください。',
  no_booking_link: 'この体験には、ただいま予約リンクがありません。',
  saved_full: '保存できる数の上限に達しました。どれかを削除してから、もう一度保存してください。',
  saved_note_full:
    'その間に、別のスマートフォンなどでこのメモが書き換えられていました。両方を合わせると長すぎるため、今回のメモは保存していません。今あるメモをご確認のうえ、もう一度保存してください。',
  booking_not_pending: 'この予約はすでに確定または終了しているため、ここでは変更できません。',
  booking_dates: '日付をご確認ください。予約した日より前や2年より先の日、到着日より前の出発日は選べません。',
  booking_transition: '予約をこの状態に変更することはできません。',
  booking_decided: 'この予約は、その間にほかの管理者によって処理されました。現在の状態をご確認ください。',
  booking_undated: 'この予約にはまだ日付がありません。「予約しました」から追加してください。',
  result_gone: 'このファイルはサーバーに残っていません。もう一度作成してください。',
  reference_taken: 'この予約番号は、別の予約ですでに使われています。番号をお確かめください。',
  inquiry_listing: 'どの体験を予約したかをお知らせください。',
  review_too_early: '口コミは、ご予約の体験が終わってから書けます。',
  embed_host_refused: 'このホストのページは、ガイドの中に表示できません。',
  embed_hosts_changed:
    'このリストは、その間にほかの管理者によって変更されました。現在の内容を確認して、もう一度変更してください。',
  invalid_profile: 'プロフィールの内容に誤りがあります。ご確認のうえ、もう一度お試しください。',
  invalid_phone: '有効な電話番号を入力してください',
  invalid_location: '地域は2文字以上で入力してください',
  profile_exists: 'プロフィールはすでに作成されています。',
  profile_missing: '続けるには、プロフィールの設定を完了してください。',
  invitation_expired: '招待の有効期限が切れています',
  report_link_invalid:
    'このリンクではレポートの配信を停止できません（有効期限が切れている場合もあります）。ログインして、設定画面で受け取るレポートをお選びください。',
  invitation_invalid: 'この招待リンクは無効か、すでに使用されています。',
  invitation_not_yours: 'この招待は別のメールアドレス宛てです。そのアドレスでログインしてください。',
  invitation_conflict: 'このアカウントの種類は、招待では変更できません。管理者にお問い合わせください。',
  step_up_required: '続けるには、パスキーで確認してください。',
  own_data_under_way: 'ファイルを作成中です。1分ほどしてからもう一度お試しください。',
  account_has_duties:
    'このアカウントに頼っている人がいます。パートナーと広告主は先に組織を引き継ぐかチームを離れ、管理者は別の管理者に役割を外してもらってください。その後で削除できます。',
  sign_in_again: 'この操作には、もう一度ログインが必要です。',
  passkey_missing: 'パスキーがまだ登録されていません。',
  passkey_refused: 'パスキーを確認できませんでした。もう一度お試しください。',
  campaign_held:
    'この広告キャンペーンは管理者が一時停止しています。解除されるまで再開できません。理由はキャンペーンの履歴でご確認いただけます。解決しましたら、当社までご連絡ください。',
  listing_held:
    'この体験のほかの広告キャンペーンを、管理者が一時停止しています。解除されるまで、この体験の広告キャンペーンは作成も開始もできず、掲載中のものは変更できません。理由はそのキャンペーンの履歴でご確認いただけます。解決しましたら、当社までご連絡ください。',
};

export const samples: Words['samples'] = {
  sail: {
    name: '例：日の出のセーリング',
    description:
      '朝食の前に、海岸沿いを2時間。コーヒーを片手に進むうち、運がよければイルカに会え、やがて尾根の向こうから朝日が昇ります。',
  },
  lunch: {
    name: '例：プレートランチの店',
    description: 'ご飯を2すくい、マカロニサラダ、そして今朝とれた魚。店の裏のマンゴーの木陰でいただきます。',
  },
  lei: {
    name: '例：レイ作りの朝',
    description:
      '4代にわたって花を育ててきた家族と花を摘み、糸に通し、自分だけのレイを結びます。花ひとつひとつの意味も教わります。',
  },
};

export const scan: Words['scan'] = {
  lead: 'カードやポスター、カウンターにあるコードにカメラを向けてください。',
  start: 'QRスキャナーを起動',
  close: '閉じる',
  howTo: '使い方',
  steps: [
    '受付や入口で、模様の枠がついたコードを見つけます。',
    'スマートフォンを手のひら一つ分ほど離して、動かさずに構えます。',
    'その場所の人たちのおすすめを見て、気に入ったものを予約します。',
  ],
  offline: 'オフラインモード：ご利用いただける機能が限られています。すべての体験を見るには、Wi-Fiに接続してください。',
  camera: 'カメラ',
  scanning: 'スキャンしています…',
  startScanning: 'スキャンを開始',
  checkCamera: 'カメラをもう一度確認',
  manual: '手入力',
  cancel: 'キャンセル',
  torchOn: 'ライトをつける',
  torchOff: 'ライトを消す',
  codeField: 'QRの下にあるコード',
  codeHint: '英数字16文字。ハイフンや大文字・小文字の違いは気にしなくてかまいません。',
  demoHint: '空欄のままにすると、デモスキャンをお試しいただけます。',
  demo: 'デモスキャン',
  demoText: 'スキャンの様子をご紹介するもので、記録には残りません。',
  sample: 'サンプルデータ',
  sampleText: 'ガイドに接続できなかったため、見本を表示しています。予約はできません。',
  processing: 'QRコードを読み取っています',
  processingText: '場所とそのおすすめを調べています。',
  announced: (place, count) => `${place ? `${place}：` : ''}体験${number(count)}件`,
  another: '別のQRコードをスキャン',
  invalid: 'QRコードの形式が正しくありません。このガイドのQRコードをスキャンしてください。',
  loadFailed: 'この場所の体験を読み込めませんでした',
  kept: (at) => `${moment(at)}（ハワイ時間）に表示した内容です。料金や特典は変わっている場合があります。`,
  upToDate: '最新の内容になりました。',
  waiting: 'スキャンをこのスマートフォンに保存しました',
  waitingText: '通信がつながると、自動で1回だけ送信します。',
  waitingHere: 'スキャンはこのページで送信を待っています',
  waitingHereText:
    'この端末には保存できませんでした。このページを開いたままにしてください。通信がつながると、自動で1回だけ送信します。',
  again: 'もう一度試す',
  asking: '試しています…',
  waitingScans: (count) => `未送信のスキャンが${number(count)}件あります。通信がつながると送信します。`,
  openPlace: 'この場所のページを開く',
  cameraError: 'カメラのエラー',
  cameraErrors: {
    'none-detected': 'この端末にはカメラが見つかりません',
    'check-failed': 'カメラを利用できません',
    denied: 'カメラの使用が許可されていません。許可してから、もう一度お試しください。',
    'none-found': 'この端末にはカメラがありません。',
    unsupported: 'この端末ではQRコードのスキャンをご利用いただけません。',
    failed: 'カメラを起動できませんでした。使用の許可を確認して、もう一度お試しください。',
    unknown: 'カメラの起動中に不明なエラーが発生しました。',
  },
};

export const ownData: Words['ownData'] = {
  title: 'あなたのデータ',
  lead: '保存されているあなたの情報はあなたのものです。ダウンロードも削除もできます。',
  download: 'データをダウンロード',
  downloading: 'データを用意しています…',
  downloadHint: 'アカウント、予約、レビュー、保存した場所、訪問の記録をまとめた1つのJSONファイルです。',
  erase: 'アカウントを削除',
  eraseTitle: 'アカウントを削除しますか？',
  goes: 'お名前、メールアドレス、ログイン情報、保存した場所、レビュー、お問い合わせなど、ご自身が書いたものはすべて削除され、元に戻せません。',
  stays: '予約の金額は、パートナーの収入の根拠となるため、誰とも結びつかない番号で残ります。',
  eraseNow: 'アカウントとデータを削除する',
  erasing: '削除しています…',
  keep: '削除しない',
  signInAgain: 'もう一度ログイン',
  unanswered: '応答がありませんでしたが、削除された可能性があります。もう一度押してご確認ください。',
  noNetwork: 'ネットワークに接続していないため、何も送信していません。接続してからもう一度お試しください。',
  more: '保存するものと期間',
  close: '閉じる',
};

export const passkeys: Words['passkeys'] = {
  title: 'パスキー',
  lead: 'パスキーは、指紋や顔、端末の暗証番号でご本人を確認するしくみです。大切な操作の前に使います。',
  none: 'パスキーはまだありません。',
  added: (when) => `${moment(when)}に追加`,
  used: (when) => `、最終利用：${moment(when)}`,
  unnamed: 'パスキー',
  add: 'パスキーを追加',
  adding: '端末の応答を待っています…',
  remove: '削除',
  removeLabel: (name) => `パスキー「${name}」を削除`,
  removed: (name) => `パスキー「${name}」を削除しました。`,
  unsupported: 'このブラウザーではパスキーを保存できません。更新するか、別のブラウザーをご利用ください。',
  cancelled: '端末で確認されなかったため、何も変更されていません。',
  signInAgain: 'ログイン',
};

export const sessions: Words['sessions'] = {
  title: 'ログイン中の端末',
  here: 'この端末',
  device: (name) => (name === 'Unknown browser' ? '不明なブラウザー' : name.replace(' on ', '／')),
  since: (when) => `${moment(when)}にログイン`,
  seen: (when) => `、最終利用：${moment(when)}`,
  end: 'ログアウト',
  endLabel: (device) => `${device}からログアウト`,
  ended: (device) => `${device}からログアウトしました。`,
  endAll: 'すべての端末からログアウト',
  ending: 'ログアウトしています…',
  failed: '処理できませんでした。接続を確認して、もう一度お試しください。',
  unanswered: '応答がありませんでしたが、完了している可能性があります。接続を確認して、もう一度お試しください。',
};

export const settings: Words['settings'] = {
  title: '表示とアクセシビリティ',
  lead: 'この端末にのみ保存され、変更はすぐに反映されます。',
  theme: 'テーマ',
  themes: { device: '自動', light: 'ライト', dark: 'ダーク' },
  fontSize: '文字の大きさ',
  fontSizes: { small: '小', medium: '中', large: '大', 'extra-large': '特大' },
  sample: '夜明けのサンゴ礁',
  switches: {
    reduceMotion: { label: '動きを減らす', hint: '画面の動きやフェードをなくします。' },
    highContrast: { label: 'ハイコントラスト', hint: '色と輪郭をはっきりさせます。' },
    voiceAnnouncements: {
      label: '音声による案内',
      hint: 'スクリーンリーダーが、画面の切り替わりや変更を読み上げます。',
    },
    screenReader: { label: 'スクリーンリーダーモード', hint: '見出しから読み始め、飾りを省きます。' },
    touchGestures: { label: 'スワイプ操作', hint: '下にスワイプしてメニューを閉じます。' },
  },
  privacy: {
    title: 'プライバシー',
    label: '集計に含めない',
    hint: 'よりよいガイドにするため、開かれた回数と予約の件数を集計します。',
    byBrowser:
      'お使いのブラウザーは、すべてのサイトに追跡しないよう求めています。そのため、ご利用状況は一切集計しません。',
  },
  on: (label) => `${label}をオンにしました`,
  off: (label) => `${label}をオフにしました`,
  reset: '端末の設定に戻す',
  close: '閉じる',
};

export const signIn: Words['signIn'] = {
  lead: 'メールでリンクをお送りします。パスワードを考える必要も、忘れる心配もありません。',
  toBook: 'ログインして、このすばらしい体験を予約しましょう！',
  toBookTitle: (activity) => `${activity}を予約`,
  email: 'メールアドレス',
  emailExample: 'you@example.com',
  send: 'ログイン用リンクを送る',
  sending: 'リンクを送信しています…',
  expiry: 'リンクは15分以内に1回だけ使えます。',
  or: 'または',
  google: 'Googleで続ける',
  leaving: 'Googleを開いています…',
  browse: 'ほかの体験を見る',
  sent: 'メールをご確認ください',
  sentTo: (email) => `${email}にログイン用リンクを送りました。15分以内に1回だけ使えます。`,
  sentHint: '届かない場合は、迷惑メールフォルダーをご確認いただくか、1分ほど待ってからもう一度お試しください。',
  otherEmail: '別のメールアドレスを使う',
  already: (email) => `${email}でログインしています。`,
  goOn: '続ける',
  close: '閉じる',
  fallback: '認証サービスが一時的に利用できません。別の方法を試しています…',
  again: 'もう一度試す',
  logRedirect: 'Failed to get login redirect URL:',
  errors: {
    empty: 'メールアドレスを入力してください',
    format: '有効なメールアドレスを入力してください',
    failed: 'ログイン用リンクを送信できませんでした',
    network: '通信エラーです。接続を確認して、もう一度お試しください。',
  },
  googleErrors: {
    modal: 'Googleでログインできませんでした。もう一度お試しください。',
    page: 'ログインできませんでした。インターネット接続を確認して、もう一度お試しください。',
    misconfigured:
      '認証の設定に問題があります。サポートにお問い合わせいただくか、しばらくしてからもう一度お試しください。',
    all: 'どの認証方法も利用できませんでした。しばらくしてからもう一度お試しいただくか、サポートにお問い合わせください。',
  },
};

const permissionNames: Record<Permission, string> = {
  partner_portal_access: 'パートナーポータル',
  qr_code_management: 'QRコード',
  commission_tracking: 'コミッション',
  performance_analytics: '実績',
  partner_content_management: '場所とおすすめの一覧',
  content_management: '掲載情報',
  campaign_management: 'キャンペーン',
  advertiser_analytics: '掲載の効果',
  revenue_analytics: '売上',
};

export const stakeholders: Words['stakeholders'] = {
  as: { partner: 'パートナー', advertiser: '広告主' },
  partnerTypes: {
    hotel: 'ホテル',
    vacation_rental: 'バケーションレンタル',
    cafe: 'カフェ',
    visitor_center: 'ビジターセンター',
    affiliate: 'アフィリエイト',
  },
  toUse: (given) => given.map((one) => permissionNames[one]).join('、') || 'まだありません（オーナーが設定します）',
};

export const activity: Words['activity'] = {
  counts: '件数',
  kinds: { scan: 'スキャン', booking: '予約', saved: '保存' },
  moment,
  status: (status) => (bookingStatuses as Record<string, string>)[status] ?? status,
  timeline: 'これまでの記録',
  more: '以前の記録を見る',
  loadingMore: '読み込んでいます…',
  moreFailed: '以前の記録を読み込めませんでした。接続を確認して、もう一度お試しください。',
  empty: '旅はここから始まります',
  emptyText: 'スキャンしたコード、保存した場所、開いた予約リンクが、ここに記録されていきます。',
  scan: 'QRコードをスキャン',
  toBookings: '予約一覧を見る',
  toSaved: '保存した場所を見る',
  toFigures: '期間ごとの記録を見る',
};

export const analytics: Words['analytics'] = {
  lead: 'スキャン、予約、保存の記録です。日付はハワイ時間です。',
  kept: (at) => `${moment(at)}（ハワイ時間）現在の記録です。`,
  otherRange: (range) => `この期間の記録はこの端末にありません。「${range}」の記録を表示しています。`,
  emptyOffline: 'この端末に記録はありません',
  emptyOfflineText: 'オンラインに戻ると、記録が自動的に表示されます。',
  tabsLabel: 'セクション',
  tabs: { overview: '概要', history: '活動の記録' },
  ranges: { '24h': '過去24時間', '7d': '過去7日間', '30d': '過去30日間', '90d': '過去90日間', '1y': '過去1年間' },
  rangesLabel: '期間',
  scans: 'スキャン',
  places: '訪れた場所',
  bookings: '予約',
  saved: '保存',
  money: '利用金額',
  estimated: '概算',
  confirmed: '確定',
  moneyText: '予約サイトから金額が届くまでは、価格帯をもとにした概算です。',
  byStatus: '予約状況',
  byDay: '日ごとの推移',
  byCategory: 'カテゴリー別',
  category: 'カテゴリー',
  when: '時期',
  asTable: '表で見る',
  nothing: 'この期間の記録はありません',
  nothingText: 'スキャンしたコード、保存した場所、開いた予約リンクが、ここに表示されます。',
  explore: '体験をさがす',
  summary: (title, total, label, most) =>
    total === 0 ? `${title}：なし` : `${title}：合計${total}件、最も多いのは${label}（${most}件）`,
  dollars,
  day: shortDay,
  weekOf: (date) => `${shortDay(date)}の週`,
  month,
  refused: {
    revenue: ['アクセスできません', '売上のデータをご覧いただけるのは、管理者とパートナーのみです。'],
    intelligence: ['アクセスできません', '詳しい分析は、管理者とパートナー向けです。'],
    'platform-revenue': ['管理者専用です', '売上の分析をご覧いただけるのは、管理者のみです。'],
    performance: ['管理者専用です', 'システムの性能をご覧いただけるのは、管理者のみです。'],
    behavior: ['管理者専用です', '利用状況の分析をご覧いただけるのは、管理者のみです。'],
  },
  toFigures: 'ご自分の記録に戻る',
};

export const bookingForms: Words['bookingForms'] = {
  close: '閉じる',
  bookedTitle: '予約しました',
  bookedText: (name) =>
    `${name}：確認メールの内容を入力してください。予約サイトに照会するまで、予約は「確認待ち」のままです。`,
  reference: '予約番号',
  referenceHint: '予約サイトの確認書に記載されています。',
  date: '利用日',
  arrival: 'チェックイン',
  departure: 'チェックアウト',
  time: '開始時刻',
  timeHint: 'ハワイ時間。わからない場合は空欄にしてください。',
  guests: '人数',
  incomplete: '予約番号、利用日、人数を入力してください。',
  invalid: '予約番号（英数字とハイフン）、利用日、人数をご確認ください。',
  unreadable: '日付と時刻は最後まで入力するか、消してください。',
  save: '保存',
  saving: '保存しています…',
  saved: '記録しました。予約サイトが確認するまで、予約は「確認待ち」のままです。',
  became: (status) => `この予約の状況が更新されました。現在「${bookingStatuses[status]}」です。`,
  missingTitle: '予約が見当たりません',
  missingText: '予約した内容をお知らせください。お調べして、メールでお答えします。',
  experience: '何を予約しましたか？',
  noExperience: 'どの体験を予約したかをお知らせください。',
  platform: '予約先',
  platforms: bookingPlatforms,
  optional: 'おわかりの場合のみ。',
  note: 'そのほか',
  noteHint: '予約時のお名前かメールアドレスがあると、見つけやすくなります。',
  send: '問い合わせる',
  sending: '送信しています…',
  sent: 'お調べしています。お返事はメールでお送りします。',
};

export const forms: Words['forms'] = {
  check: 'こちらをご確認ください。',
  checkFields: '印の付いた項目をご確認ください。',
  signIn: 'ログイン',
  mayHaveArrived:
    '送信した内容は届いていて、すでに処理されているかもしれません。このままもう一度送っても、二重にはなりません。',
  typedStays: 'ご入力の内容は、ログインが終わるまでこの端末に保存されます。',
};

export const bookmarks: Words['bookmarks'] = {
  title: 'ブックマークしたページ',
  lead: 'この端末にのみ保存されます。',
  none: 'まだブックマークはありません',
  noneText: 'ページを見ているときにブックマークすると、ここに並びます。',
  when: (instant) => `${day(instant)}にブックマーク`,
  openLabel: (name) => `${name}（ガイドの外で開きます）`,
  remove: '削除',
  removeLabel: (name) => `${name}のブックマークを削除`,
  close: '閉じる',
};

export const inApp: Words['inApp'] = {
  kinds: {
    booking: {
      unavailable: '予約ページを表示できません',
      failed: '予約ページを読み込めませんでした',
      failedText: '予約はガイドの外で続けられます。ブラウザーで開くか、あとでもう一度お試しください。',
      frame: (name) => `予約ページ：${name}`,
    },
    content: {
      unavailable: 'コンテンツを表示できません',
      failed: '広告主のコンテンツを読み込めませんでした',
      failedText: 'ブラウザーでは開ける場合があります。',
      frame: (name) => `公式ページ：${name}`,
    },
  },
  close: '閉じる',
  back: 'ガイドに戻る',
  loading: (host) => `${host}を読み込んでいます`,
  host: (host) => `${host}のページです。入力した内容は、そのサイトに送られます。`,
  bookmark: 'ブックマーク',
  share: '共有',
  said: {
    bookmarked: 'ブックマークしました。メニューから開けます。',
    bookmarkRemoved: 'ブックマークを削除しました。',
    bookmarkFailed: 'この端末には、ブックマークを保存する空きがありません。',
    copied: 'リンクをコピーしました',
  },
  copyByHand: 'このリンクをコピーしてください',
  open: 'ブラウザーで開く',
  booked: '予約が完了しました',
  more: 'もっと見る',
};

export const listingDetails: Words['listingDetails'] = {
  label: '知っておきたいこと',
  open: '営業している月',
  months: (names) => names.join('、'),
  closedNow: (months) => `${months}（今月はお休みです）`,
  steps: '段差',
  stepsAre: { none: 'ありません', few: '少しあります', many: 'たくさんあります' },
  transfer: '車いすからの乗り移り',
  transferIs: {
    none: '乗り移りは必要ありません',
    helped: '必要です。スタッフがお手伝いします',
    unaided: '必要です。ご自身で乗り移っていただきます',
  },
  hearing: '耳の聞こえにくい方へ',
  hearingIs: {
    captions: '字幕があります',
    loop: 'ヒアリングループがあります',
    written: '筆談や文字の案内があります',
    none: '特別なご用意はありません',
  },
  sensory: '光と音',
  sensoryIs: { calm: '静かです', loud: '大きな音がします', bright: '強い光や点滅があります', dark: '暗い場所です' },
  meeting: '集合場所',
  toMap: '集合場所を地図で見る',
  pictures: '写真',
  picture: (at) => `写真${at}`,
};
export const map: Words['map'] = {
  label: '体験の地図',
  help: '矢印キーで移動、プラスとマイナスで拡大・縮小します。地図にあるものは、すべて下のリストにもあります。',
  loading: '地図を広げています',
  failed: '地図を読み込めませんでした。同じ体験をリストでご覧いただけます。',
  locate: '現在地を中心に表示',
  zoomIn: '拡大',
  zoomOut: '縮小',
  toSatellite: '衛星写真を表示',
  toStandard: '標準の地図を表示',
  here: '現在地',
  legend: '凡例',
  legendPin: '体験',
  legendFeatured: 'おすすめ',
  legendCluster: '近くにある複数の体験',
  shown: '地図に表示中',
  pin: (name, kind, away) => (away ? `${name}、${kind}、${away}先` : `${name}、${kind}`),
  cluster: (count, name) => `${name}の周辺に${number(count)}件の体験`,
  zoomTo: '拡大して一つずつ見る',
  away: (away) => `${away}先`,
  distance,
  limited: (shown, all) =>
    `ここにある${number(all)}件のうち、近い${number(shown)}件を表示しています。拡大するとほかの体験も見えます。`,
  limitedHere: (shown, all) =>
    `ここに集まる${number(all)}件のうち${number(shown)}件を表示しています。リストではすべてご覧いただけます。`,
  nothingHere: '地図のこの範囲には何もありません。',
  toNearest: 'いちばん近い体験を表示',
  withoutPosition: (count) => `${number(count)}件の体験には位置情報がありません。リストではすべてご覧いただけます。`,
  close: '閉じる',
  detailsFailed: '詳細を読み込めませんでした。接続を確認してください。',
  again: 'もう一度試す',
  tilesFailed: '地図の画像を読み込めませんでした。島の輪郭を表示しています。ピンの位置は正確です。',
  locating: '現在地を調べています',
  denied: 'このサイトでは位置情報がオフになっています。ブラウザーの設定で許可するか、地図を手で動かしてください。',
  unavailable: '現在地がわかりませんでした。地図を手で動かすか、空の開けた場所でもう一度お試しください。',
  farAway: '島から離れた場所にいるため、地図はこのまま表示します。距離は現在地から数えます。',
  pictures: (source) => `地図画像：${source}。海岸線：Natural Earth。`,
  outline: '海岸線：Natural Earth。',
  islands: {
    Niʻihau: 'ニイハウ島',
    Kauaʻi: 'カウアイ島',
    Oʻahu: 'オアフ島',
    Molokaʻi: 'モロカイ島',
    Lānaʻi: 'ラナイ島',
    Kahoʻolawe: 'カホオラヴェ島',
    Maui: 'マウイ島',
    Hawaiʻi: 'ハワイ島',
  },
};

export const offline: Words['offline'] = {
  kept: (size) => `このスマートフォンに保存済み・${size}`,
  packTitle: 'オフラインパック',
  packText: 'この場所のリスト、文章、写真を保存し、電波のない場所でも開けるようにします。',
  reading: 'サイズを確認しています…',
  contents: (pictures, size) => `リスト、文章、写真${number(pictures)}枚：${size}`,
  fetch: (size) => `このスマートフォンに保存（${size}）`,
  fetching: 'パックをダウンロードしています',
  progress: (done, total) => `${total}中${done}`,
  done: (age) => `このスマートフォンに保存済みです（保存：${age}）。機内モードでもこの場所を開けます。`,
  refresh: '最新の内容に更新',
  remove: 'このスマートフォンから削除',
  close: '閉じる',
  failed: 'パックをダウンロードできませんでした。接続を確認して、もう一度お試しください。',
  noRoom: 'このスマートフォンにはパックを保存する空きがないか、保存が許可されていません。',
  connect: 'オフラインです。パックをダウンロードするには、インターネットに接続してください。',
  retry: 'もう一度試す',
  unreached: 'ただいまサーバーに接続できません。',
  justNow: 'たった今',
  upToDate: '最新の内容になりました。',
  placeKept: (at) => `このスマートフォンが${moment(at)}（ハワイ時間）に保存した、この場所の内容です。`,
  ageText: '料金や特典は変わっている場合があります。オンラインに戻ると、また予約できます。',
  lead: '接続がなくても開けるものです。',
  places: '場所',
  packed: 'オフラインパック',
  seen: (age) => `閲覧：${age}`,
  nothing: 'まだ場所はありません',
  nothingText: '開いた場所は自動的にここに保存されます。「オフライン用に保存」を押すと、写真もすべて保存されます。',
  more: 'ほかにもここに',
  links: {
    saved: '保存した場所',
    bookings: '予約一覧',
    analytics: '分析',
    explore: '体験をさがす',
    scan: 'QRコードをスキャン',
  },
  left: 'この端末からログアウトしました',
  leftText:
    'お客様の情報はこの端末から消しました。サーバーに接続できなかったため、サーバー側のログインは、この端末が次に接続したときに自動的に終わります。',
  unendedText:
    'お客様の情報はこの端末から消しました。サーバー側のログインを終了できませんでした。次にページを開いたときに、自動的に終了します。',
  ended: 'ログアウトが完了しました',
  endedText: 'この端末がインターネットに接続されたため、サーバー側のログインも終了しました。',
  update: '新しいバージョンがあります',
  updateText: 'すぐに切り替わります。このページはそのまま開いています。',
  reload: '新しいバージョンを使う',
  install: 'インストール',
};

export const reviews: Words['reviews'] = {
  title: (name) => `${name}の口コミ`,
  close: '閉じる',
  count: (count) => `口コミ${number(count)}件`,
  rated: (rating) => `5点満点中${rating}点`,
  by: (name, written) => `${name ?? '旅行者'}、${day(written)}`,
  none: '現在、ご覧いただける口コミはありません。',
  loading: '口コミを読み込んでいます',
  failed: '口コミを読み込めませんでした。接続を確認してください。',
  retry: 'もう一度試す',
  more: 'さらに表示',
  report: 'この口コミを報告',
  reportReason: 'どのような問題がありますか？',
  reportReasons: {
    offensive: '不快な内容がある',
    advertising: '宣伝である',
    private: '個人的なことが書かれている',
    other: 'そのほか',
  },
  reportNote: '補足',
  reportNoteHint: '任意。編集部だけが読みます。',
  cancelReport: 'キャンセル',
  sendReport: '報告する',
  sendingReport: '送信しています…',
  reported: 'マハロ！編集部がこの口コミを確認します。',
  write: 'あなたの口コミ',
  how: (name) => `${name}はいかがでしたか？`,
  words: 'ひとこと',
  wordsHint: '任意、1,000文字まで。お名前（名とイニシャル）が添えられます。',
  noRating: '星を1つから5つまでお選びください。',
  save: '口コミを保存',
  saving: '保存しています…',
  saved: 'マハロ！口コミがガイドに載りました。',
  hidden: '口コミを保存しました。編集部により非表示になっているため、ほかの方には表示されません。',
};

export const saved: Words['saved'] = {
  lead: 'また訪れたいところを、ご自分のメモとともに。',
  savedNow: (name) => `保存しました：${name}`,
  removedNow: (name) => `削除しました：${name}`,
  storageFailed:
    'この端末に保存できませんでした。空きがないか、サイトによる保存が許可されていません。空きを増やすか、プライベートブラウズを終了してください。ログインすると、アカウントに保存されます。',
  guestFull: 'この端末に保存できる数の上限に達しました。ログインすると、すべてアカウントに保存されます。',
  notKeptOffline:
    'オフラインのため、あとで送信するための記録ができませんでした。オンラインに戻るまで、このページを開いたままにしてください。',
  notKeptNow:
    'ただいま送信できず、あとで送信するための記録もできませんでした。自動的に送信されるまで、このページを開いたままにしてください。',
  notKeptSignedOut:
    'ログアウトされていて、あとで送信するための記録もできませんでした。このページを開いたまま、別のタブでログインしてください。ここから送信されます。',
  brought: (count) => `このスマートフォンで待っていた変更${number(count)}件が、リストに反映されました。`,
  waitsForSignIn: (saved) =>
    saved
      ? 'もう一度ログインするまで、このスマートフォンに保存します。'
      : 'このスマートフォンで外しました。もう一度ログインすると、リストに反映されます。',
  leftOut: (count) =>
    `アカウントの上限に達したため、${number(count)}件はこの端末だけに残っています。一覧からいくつか削除して開き直すと、残りも追加されます。`,
  list: '保存した場所の一覧',
  loading: '保存した場所を調べています',
  empty: 'まだ何も保存されていません',
  emptyText: '体験のハートを押すと、電波のないところでもここで見られます。',
  emptyAdmin: '場所を保存できるのは旅行者です。管理者のアカウントには保存されません。',
  explore: '体験をさがす',
  guest: 'この端末に保存されています',
  guestText: 'ログインすると、お使いのすべての端末で見られます。',
  signIn: 'ログイン',
  offline: (when) =>
    `オフラインです。${moment(when)}（ハワイ時間）現在の一覧です。オンラインに戻ると、また予約できます。`,
  offlinePart: 'オフラインです。この端末に保存した場所を表示しています。',
  asOf: (when) => `${moment(when)}（ハワイ時間）現在の一覧です。`,
  savedOn: (when) => `${day(when)}に保存`,
  unavailable: '現在は掲載されていません',
  unavailableText: 'この体験はガイドから外れました。メモは、削除するまで残ります。',
  note: 'メモ',
  noteHint: 'ご自分だけに見えます。500文字まで。',
  noteJoined:
    'その間に、別のスマートフォンなどでこのメモが書き換えられていました。どちらも残し、今回のメモをその下に加えました。',
  noteStays:
    'その間に、別のスマートフォンなどでこの場所のメモが書かれていました。そのメモも、この場所も、一覧に残しています。',
  addNote: 'メモを追加',
  editNote: 'メモを編集',
  saveNote: 'メモを保存',
  cancel: 'キャンセル',
  remove: '削除',
  removed: (name) => `${name}を一覧から削除しました。`,
  undo: '元に戻す',
};

export const suggestions: Words['suggestions'] = {
  title: 'いっしょに楽しむなら',
  lead: '近くで、時間も合う体験です。',
  loading: '近くをさがしています',
  details: '詳細',
  detailsOf: (name) => `：${name}`,
  reasons: {
    kinds: {
      'Activities & Tours': 'アクティビティに',
      Restaurants: 'お食事に',
      Accommodations: 'ご宿泊に',
      Shopping: 'お買い物に',
      'Cultural Experiences': '文化体験に',
    },
    times: { before: 'その前の', after: 'そのあとの', same_day: '同じ日の', next_day: '翌日の' },
    goesWith: (kind, time) => `${time}${kind}`,
    near: (away) => `${away}先`,
    wellRated: (rating) => `評価${rating}`,
    bookedTogether: 'あわせて予約する方が多い体験です',
    together: (reasons) => reasons.join('・'),
  },
  none: '予約できるおすすめの体験が、近くに見つかりませんでした。',
  failed: 'おすすめを読み込めませんでした',
  kept: (at) => `${moment(at)}（ハワイ時間）にご案内したおすすめです。予約するには、ガイドの中でおさがしください。`,
  sample: 'サンプルデータ',
  sampleText: 'これは見本です。予約はできません。',
  hide: 'おすすめを隠す',
};

export const tickets: Words['tickets'] = {
  title: 'チケットの詳細',
  close: '閉じる',
  live: '有効なチケット',
  show: 'このコードをツアーガイドにお見せください',
  offline: 'オフラインモード',
  notKept: 'この端末には保存されていません。このページを離れる前に、コードのスクリーンショットを撮ってください。',
  offlineCode: (reference, listing) => `OFFLINE-${reference}-${listing}`,
  offlineAddress: '住所はオンラインで確認できます',
  offlineContact: '連絡先はオンラインで確認できます',
  codeOf: (reference) => `予約番号${reference}のQRコード`,
  notConfirmed: '未確認',
  notConfirmedText:
    '予約リンクを開かれましたが、予約されたかどうか、予約サイトからまだ知らせがありません。「予約しました」を押して、確認書の予約番号を追加してください。',
  notConfirmedOffline:
    '予約リンクを開かれましたが、予約されたかどうか、予約サイトからまだ知らせがありません。通信がつながったら、ここで確認書の予約番号を追加できます。',
  waiting: (reference) =>
    `予約番号${reference}を記録し、予約サイトの確認を待っています。確認されると、ここにチケットが表示されます。`,
  booked: '予約しました',
  noReference: '確定しています。予約サイトの予約番号がまだないため、届いた確認書をお見せください。',
  over: {
    completed: 'この予約は利用済みです。',
    cancelled: 'この予約はキャンセルされたため、チケットはありません。',
  },
  status: '予約状況',
  when: '日時',
  date: ({ check_in_date: from, check_in_time: time, check_out_date: until }) => {
    if (!from) return '未定';
    if (until) return `${calendarDay(from)}～${calendarDay(until)}（ハワイ）`;
    return time ? `${hawaiiMoment(from, time)}（ハワイ時間）` : `${calendarDay(from)}（ハワイ）`;
  },
  shortDate: ({ check_in_date: from, check_in_time: time, check_out_date: until }) => {
    if (!from) return null;
    if (until) return `${calendarDay(from)}～${calendarDay(until)}`;
    return time ? hawaiiMoment(from, time) : calendarDay(from);
  },
  party: '人数',
  guests: (count) => `${number(count)}名`,
  reference: '予約番号',
  platform: '予約先',
  platforms: bookingPlatforms,
  address: '住所',
  contact: '連絡先',
  unknown: '未定',
  calendar: 'カレンダーに追加',
};

export const subcategories: Words['subcategories'] = {
  Apartment: 'アパートメント',
  'Art gallery': 'アートギャラリー',
  Bakery: 'ベーカリー',
  'Beach house': 'ビーチハウス',
  'Boat tour': 'ボートツアー',
  Breakfast: '朝食',
  Bungalow: 'バンガロー',
  Cabin: 'キャビン',
  Clothing: 'ウェア',
  Cottage: 'コテージ',
  Crafts: '工芸品',
  Cycling: 'サイクリング',
  'Day tour': '日帰りツアー',
  'Farm dinner': '農園ディナー',
  'Farm shops': '農園の直売所',
  'Farm visit': '農園見学',
  'Food tour': '食べ歩きツアー',
  'Garden walk': '庭園散策',
  Hiking: 'ハイキング',
  'Horseback riding': '乗馬',
  Inn: '小さな宿',
  'Island cuisine': '島の料理',
  Kayaking: 'カヤック',
  'Lei and flowers': 'レイと花',
  Lodge: 'ロッジ',
  Lunch: 'ランチ',
  Lūʻau: 'ルアウ',
  Market: 'マーケット',
  Museum: '博物館',
  Music: '音楽',
  Noodles: '麺料理',
  'Outrigger canoe': 'アウトリガーカヌー',
  Poke: 'ポケ',
  Sailing: 'セーリング',
  Seafood: 'シーフード',
  Snorkeling: 'シュノーケリング',
  Stargazing: '星空観察',
  Storytelling: '語り部',
  Surfing: 'サーフィン',
  Sweets: 'スイーツ',
  Voyaging: '伝統航海',
  'Walking tour': 'まち歩きツアー',
  'Whale watching': 'ホエールウォッチング',
  Windsports: 'ウィンドスポーツ',
  'Working visit': '作業体験',
  Workshop: 'ワークショップ',
};

export const app: Words['app'] = {
  description: 'コードをスキャンするだけで開く、ハワイのポケットガイドです。',
};

// A catalogue that is forgotten is a type error here.
export default {
  first,
  titles,
  deskRefusals,
  deskNavigation,
  bookings,
  callback,
  dashboard,
  errorReport,
  explore,
  invite,
  landing,
  languageSwitch,
  magicLink,
  mails,
  menu,
  onboarding,
  ownData,
  passkeys,
  profile,
  profileFields,
  refusals,
  apply,
  unsubscribe,
  privacy,
  ranking,
  waits,
  scan,
  sessions,
  settings,
  signIn,
  stakeholders,
  activity,
  analytics,
  app,
  bookingForms,
  forms,
  bookmarks,
  inApp,
  listingDetails,
  map,
  offline,
  reviews,
  samples,
  saved,
  subcategories,
  suggestions,
  tickets,
} satisfies Words;
