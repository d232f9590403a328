/** Pixels: twice the height of the preview. */
const PREVIEW_HEIGHT = 180;

/** Decodes one key frame, at most `maxHeight` pixels high. The decoder is closed at once: a phone has few. */
export async function decodePicture(
  config: VideoDecoderConfig,
  data: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  maxHeight = PREVIEW_HEIGHT,
): Promise<ImageBitmap> {
  const frames: VideoFrame[] = [];
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const chosen = await chooseConfig(config);
  signal.throwIfAborted();
  const decoder = new VideoDecoder({ output: (frame) => frames.push(frame), error: reject });
  const close = () => decoder.state !== 'closed' && decoder.close();
  signal.addEventListener('abort', close);
  try {
    decoder.configure(chosen);
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data }));
    await Promise.race([decoder.flush(), failed]);
    const [frame] = frames;
    if (!frame) throw new Error('no frame');
    const { displayWidth: width, displayHeight: height } = frame;
    const scale = Math.min(1, maxHeight / height);
    const size = { resizeWidth: Math.round(width * scale), resizeHeight: Math.round(height * scale) };
    const image = await createImageBitmap(frame, { ...size, resizeQuality: 'medium' });
    if (signal.aborted) image.close();
    signal.throwIfAborted();
    return image;
  } finally {
    signal.removeEventListener('abort', close);
    close();
    frames.forEach((frame) => frame.close());
  }
}

/** In software, so that the film keeps the device's decoder. */
async function chooseConfig(config: VideoDecoderConfig): Promise<VideoDecoderConfig> {
  const inSoftware = { ...config, hardwareAcceleration: 'prefer-software' } as const;
  const { supported } = await VideoDecoder.isConfigSupported(inSoftware);
  return supported ? inSoftware : config;
}
