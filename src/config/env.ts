/** The Worker's bindings and variables, as wrangler.toml declares them. */
export interface Env {
  DB: D1Database;
  MEDIA: R2Bucket;
  CONFIG: KVNamespace;
  IMAGES: ImagesBinding;
  ASSETS: Fetcher;
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
  /** Spec 3.03: `show_app` of the user record; 3 sends /app straight to the install link. Absent: 1. */
  SHOW_APP?: string;
  /** Empty: this origin's /media. Else the host that serves signed media. */
  MEDIA_BASE_URL: string;
  MEDIA_SIGNING_KEY?: string;
  KAVENEGAR_KEY?: string;
  SMSIR_KEY?: string;
}
