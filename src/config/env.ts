/** The Worker's bindings and variables, as wrangler.toml declares them. */
export interface Env {
  DB: D1Database;
  MEDIA: R2Bucket;
  CONFIG: KVNamespace;
  IMAGES: ImagesBinding;
  ASSETS: Fetcher;
  /** The rooms in which people watch together (server/modules/together/room.ts). */
  ROOMS: DurableObjectNamespace;
  /** How often one address may open a room. */
  ROOM_LIMIT: RateLimit;
  SITE_VARIANT: string;
  /** The public origin, `https://pardeh.example`; empty means that of the request. */
  SITE_URL: string;
  /** Empty: the API of this Worker. Else the base of a provider's API v1. */
  API_BASE_URL: string;
  SMS_PROVIDER: string;
  SMS_TEMPLATE: string;
  /** Empty: the provider's own address. Set for a relay, and by tests. */
  SMS_API_BASE: string;
  TRIAL_DAYS: string;
  /** Spec 2.48: `soon`, where adding to a list says that it will come, or `on`, where it adds. */
  LISTS: string;
  /** Spec 3.03: `show_app` of the user record; 3 sends /app straight to the install link. Absent: 1. */
  SHOW_APP?: string;
  /** Empty: this origin's /media. Else the host that serves signed media. */
  MEDIA_BASE_URL: string;
  /** Hosts (`host:port`, by comma) from which a channel's stream may come without TLS and from any network; empty: none. */
  STREAM_PLAIN_HOSTS: string;
  /** A room is over when nobody has been in it for so many seconds. */
  ROOM_IDLE_SECONDS: string;
  /** Payment gateways, by comma: `saman`, `zarinpal`, `zibal`, or `sandbox`, the bank of our own. */
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
  /** Spec 1.13: the script of the operator's live-chat widget, https; empty: none. */
  CHAT_SCRIPT?: string;
}
