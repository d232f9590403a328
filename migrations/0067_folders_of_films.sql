-- A trailer is signed for anybody: its folder may belong to no film. Those of downloads are found by the beginning of their key.
CREATE INDEX downloads_file ON downloads (file) WHERE file IS NOT NULL;
CREATE INDEX programmes_media ON programmes (media) WHERE media IS NOT NULL;
