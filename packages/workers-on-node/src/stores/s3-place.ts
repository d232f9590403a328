/** A bucket of a server that speaks S3. */
export interface S3Place {
  endpoint: URL;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}
