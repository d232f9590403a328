interface ListedObject {
  key: string;
  size: number;
  etag: string;
  uploaded: Date;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The answer of ListObjectsV2. `cursor` is there where more follows. */
export function parseList(xml: string): { objects: ListedObject[]; cursor?: string } {
  const decode = readTag(xml, 'EncodingType') === 'url' ? decodeUrl : (text: string) => text;
  const items = xml.split('<Contents>').slice(1);
  const objects = items.map((item) => ({
    key: decode(readTag(item, 'Key')),
    size: Number(readTag(item, 'Size')),
    etag: trimTag(readTag(item, 'ETag')),
    uploaded: new Date(readTag(item, 'LastModified')),
  }));
  const isWhole = readTag(xml, 'IsTruncated') !== 'true';
  return { objects, ...(!isWhole && { cursor: readTag(xml, 'NextContinuationToken') }) };
}

export function trimTag(tag: string): string {
  return tag.replace(/^(?:W\/)?"|"$/g, '');
}

export function readTag(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16));
  });
}

function decodeUrl(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
