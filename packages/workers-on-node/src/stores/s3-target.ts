/** A bucket of a server that speaks S3. */
export interface S3Target {
  endpoint: URL;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}
