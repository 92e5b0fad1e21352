-- Names that came with their accents apart, as from a file that a Mac wrote: what is compared with them is composed since.
update listings set name = normalize(name, NFC) where name is not NFC normalized;
update listings set name_ja = normalize(name_ja, NFC) where name_ja is not NFC normalized;
update locations set name = normalize(name, NFC), address = normalize(address, NFC)
  where name is not NFC normalized or address is not NFC normalized;
update organisations set name = normalize(name, NFC) where name is not NFC normalized;
