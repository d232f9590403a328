/** The Worker's bindings and variables, as wrangler.toml declares them. */
export interface Env {
  DB: D1Database;
  MEDIA: R2Bucket;
  CONFIG: KVNamespace;
  IMAGES: ImagesBinding;
  ASSETS: Fetcher;
  /** The rooms in which people watch together (watch-party/server/room.ts). */
  ROOMS: DurableObjectNamespace;
  /** How often one address may open a room. */
  ROOM_LIMIT: RateLimit;
  SITE_VARIANT: string;
  /** `1`: the sandbox bank, the sandbox mandate, the outbox and /dev exist, for hosts that may see them. Else: none. */
  DEMO?: string;
  /** Hosts (by comma, without wildcards) beside loopback for which the demo is open. */
  DEMO_HOSTS?: string;
  /** The public origin, `https://pardeh.example`. Required outside the demo; there, empty means that of the request. */
  SITE_URL: string;
  /** Empty: the API of this Worker. Else the base of a provider's API v1. */
  API_BASE_URL: string;
  /** Provider mode (docs/provider-mode.md): names of our own calls that the provider answers as we do, by comma; `*`: all. */
  PROVIDER_CALLS?: string;
  /** What follows /ghost/get in the call of a guest's status (spec 7.19); absent: `/check`. */
  PROVIDER_CHECK_SUFFIX?: string;
  /** Hosts of the provider's pictures, by comma, each with the query by which it sizes them: `img.example?w={width}`. */
  PROVIDER_PICTURES?: string;
  /** The address of a title's or channel's HLS manifest at the provider, with {type}, {id} and {pass}. */
  PROVIDER_STREAM?: string;
  /** The header in which the proxy before this Worker names the caller's address; empty: the socket's address is taken. */
  CLIENT_ADDRESS_HEADER?: string;
  /** The address of the socket a request came by: no setting, but set for each request by a host that has sockets. */
  SOCKET_ADDRESS?: string;
  /** `kavenegar`, `smsir`, or `outbox` in the demo; empty: no codes are sent, so nobody can sign in. */
  SMS_PROVIDER: string;
  SMS_TEMPLATE: string;
  /** Empty: the provider's own address. Set for a relay, and by tests. */
  SMS_API_BASE: string;
  TRIAL_DAYS: string;
  /** Spec 2.48: `soon`, where adding to a list says that it will come, or `on`, where it adds. */
  LISTS: string;
  /** Spec 3.03: `show_app` of the user record; 3 sends /app straight to the install link. Absent: 1. */
  SHOW_APP?: string;
  /**
   * Spec 1.07: AS numbers (by comma) of networks whose users watch without a subscription, at full rate. Empty: none.
   * The edge must know the network (Cloudflare's `cf.asn`).
   */
  FULLRATE_NETWORKS?: string;
  /** Spec 3.03: the site's number and code at samandehi.ir, for its seal at /namad. Absent: none. */
  SAMANDEHI_ID?: string;
  SAMANDEHI_P?: string;
  /** Empty: this origin's /media. Else the host that serves signed media. */
  MEDIA_BASE_URL: string;
  /** Hosts (`host:port`, by comma) from which a channel's stream may come without TLS and from any network; empty: none. */
  STREAM_PLAIN_HOSTS: string;
  /** A room is over when nobody has been in it for so many seconds. */
  ROOM_IDLE_SECONDS: string;
  /** Payment gateways, by comma: `saman`, `zarinpal`, `zibal`, or `sandbox`, the bank of our own in the demo; empty: none. */
  PAYMENT_GATEWAYS: string;
  /** Empty: banks are asked directly. Else an HTTPS relay in Iran that passes `/<host>/<path>` on. */
  PAYMENT_RELAY_BASE: string;
  /** How long a bank may take to answer, in milliseconds. */
  PAYMENT_TIMEOUT_MS: string;
  /** Direct debit: `sandbox`, `vandar`, or empty for none. */
  MANDATE_PROVIDER: string;
  VANDAR_BUSINESS: string;
  SEP_TERMINAL_ID: string;
  ZARINPAL_MERCHANT_ID: string;
  /** `1`: Zarinpal's own sandbox. */
  ZARINPAL_SANDBOX: string;
  ZIBAL_MERCHANT: string;
  /** The template of notices by SMS; empty: none are sent by a provider that needs one. */
  SMS_NOTICE_TEMPLATE: string;
  PAYMENT_RELAY_SECRET?: string;
  VANDAR_TOKEN?: string;
  MEDIA_SIGNING_KEY?: string;
  /** The key before it, still taken while keys are changed (docs/operations.md). */
  MEDIA_SIGNING_KEY_PREVIOUS?: string;
  KAVENEGAR_KEY?: string;
  SMSIR_KEY?: string;
  /** Alarms of money (docs/money.md): an https address they are posted to, the secret they are signed with. */
  ALARM_WEBHOOK?: string;
  ALARM_SECRET?: string;
  /** Mobile numbers, by comma, that get a notice by SMS for alarms. */
  ALARM_MOBILES?: string;
  /** The secret of the operator's calls (`/api/v1/operator/…`), at least 32 characters; absent: there are none. */
  OPERATOR_TOKEN?: string;
  /**
   * Comments that wait for an operator, by comma: `words` and `links` (both where it is absent), `first` (of a writer
   * of whom none is shown yet), `all`; `none`: no rule holds any.
   */
  COMMENTS_HOLD?: string;
  /** Spec 1.13: the script of the operator's live-chat widget, https; empty: none. */
  CHAT_SCRIPT?: string;
}
