export interface Env {
  DB: D1Database;
  MEDIA: R2Bucket;
  CONFIG: KVNamespace;
  IMAGES: ImagesBinding;
  ASSETS: Fetcher;
  ROOMS: DurableObjectNamespace;
  PROGRESS?: DurableObjectNamespace; // an object for each account; without it progress is in `DB`
  ROOM_LIMIT: RateLimit; // per address
  SITE_VARIANT: string; // `main`, `plus` or `igapp`
  IGAPP_HOSTS?: string; // Spec 1.08, 2.15, 4.26: igapp's two hosts, by comma.
  SISTER_URL?: string; // Spec 2.30: the plus service, https.
  /** `1`: the sandbox bank, the sandbox mandate, the outbox and /dev exist for hosts that may use them. */
  DEMO?: string;
  DEMO_HOSTS?: string; // by comma, no wildcards; loopback is always included
  /** `https://pardeh.example`. Required outside the demo; empty there means the origin of the request. */
  SITE_URL: string;
  API_BASE_URL: string; // Empty: this Worker's own API. Else the base of a provider's API v1.
  /** Names of our calls that the provider answers as we do, by comma; `*`: all (docs/provider-mode.md). */
  PROVIDER_CALLS?: string;
  PROVIDER_CHECK_SUFFIX?: string; // Spec 7.19, the path after /ghost/get; default `/check`.
  PROVIDER_PICTURES?: string; // by comma, with the query for a size: `img.example?w={width}`
  PROVIDER_STREAM?: string; // HLS manifest of a title or channel, with {type}, {id}, {pass}
  CLIENT_ADDRESS_HEADER?: string; // set by the proxy; empty: the socket's address
  CLIENT_NETWORK_HEADER?: string; // set by the proxy; empty: the network that the edge saw
  CLIENT_COUNTRY_HEADER?: string; // set by the proxy; empty: the country that the edge saw
  SOCKET_ADDRESS?: string; // set for each request by a host that has sockets
  SMS_PROVIDER: string; // `kavenegar`, `smsir`, `outbox` (demo only); empty: no login
  SMS_TEMPLATE: string;
  SMS_API_BASE: string;
  TRIAL_DAYS: string;
  LISTS: string; // Spec 2.48: `soon` or `on`.
  SHOW_APP?: string; // Spec 3.03; 3 redirects /app to the install link.
  FULLRATE_NETWORKS?: string; // Spec 1.07: AS numbers, by comma, billed at full rate.
  /** Spec 3.03: the site's number and code at samandehi.ir, for its seal at /namad. */
  SAMANDEHI_ID?: string;
  SAMANDEHI_P?: string;
  MEDIA_BASE_URL: string; // Empty: this origin's /media.
  STREAMS_MAX?: string; // Streams at once of an account whose plan names no number; 0: no limit
  STREAM_PLAIN_HOSTS: string; // `host:port`, by comma: streams allowed without TLS
  ROOM_IDLE_SECONDS: string; // The room ends after this time without visitors.
  PAYMENT_GATEWAYS: string; // by comma: `saman`, `zarinpal`, `zibal`, `sandbox` (demo only)
  PAYMENT_RELAY_BASE: string; // HTTPS relay in Iran for `/<host>/<path>`
  PAYMENT_TIMEOUT_MS: string;
  MANDATE_PROVIDER: string; // `sandbox`, `vandar`, or empty
  VANDAR_BUSINESS: string;
  SEP_TERMINAL_ID: string;
  ZARINPAL_MERCHANT_ID: string;
  ZARINPAL_SANDBOX: string;
  ZIBAL_MERCHANT: string;
  SMS_NOTICE_TEMPLATE: string;
  SMS_MOBILE_TEMPLATE: string;
  PAYMENT_RELAY_SECRET?: string;
  VANDAR_TOKEN?: string;
  MEDIA_SIGNING_KEY?: string;
  MEDIA_SIGNING_KEY_PREVIOUS?: string; // still accepted while keys are rotated (docs/operations.md)
  MEDIA_ENCRYPTION?: string; // `aes-128`, `cbcs`: media is sent encrypted (docs/media.md); empty: in the clear
  MEDIA_KEY_SECRET?: string; // at least 32 characters; derives the keys of MEDIA_ENCRYPTION
  LICENCE_CLEARKEY?: string; // `on`: cbcs without a key system's secrets; demo only
  LICENCE_WIDEVINE?: string; // https: the operator's server of licences, for cbcs
  LICENCE_FAIRPLAY?: string; // https: the same for FairPlay (docs/media.md)
  LICENCE_FAIRPLAY_CERTIFICATE?: string; // Apple's application certificate: DER in base64; public
  KAVENEGAR_KEY?: string;
  SMSIR_KEY?: string;
  ALARM_WEBHOOK?: string; // https (docs/money.md)
  ALARM_SECRET?: string;
  ALARM_MOBILES?: string; // by comma
  DOOR_SECRET?: string; // shared with the door (docs/deploy.md), at least 32 characters; empty: no door is believed
  OPERATOR_TOKEN?: string; // at least 32 characters (src/platform/http/calls/operator-tokens.ts)
  /** Comments held for an operator, by comma: `words`, `links` (both by default), `first`, `all`, `none`. */
  COMMENTS_HOLD?: string;
  /** Who sells, on receipts and invoices; without a name there are none of these data. */
  SELLER_NAME?: string;
  SELLER_ECONOMIC_CODE?: string;
  SELLER_NATIONAL_ID?: string;
  SELLER_REGISTRATION?: string;
  SELLER_ADDRESS?: string;
  SELLER_POSTAL_CODE?: string;
  SELLER_PHONE?: string;
  REFUND_ALONE_TOMAN?: string; // Of one payment, given back by one person (docs/desk.md)
  /** Days for everybody whom a fault concerned (docs/desk.md). */
  COMPENSATE_MINUTES?: string;
  COMPENSATE_DAYS?: string;
  COMPENSATE_ALONE_DAYS?: string;
  COMPENSATE_RULES?: string; // by comma: `channel`, `screening`, `title`, `plays`
  CAST?: string; // `on`: the player offers Google Cast, whose script comes from gstatic.com.
  CHAT_SCRIPT?: string; // Spec 1.13: https.
}
