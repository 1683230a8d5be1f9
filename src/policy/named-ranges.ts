/** The words that stand for ranges of addresses, and their blocks; metadata services answer at fixed addresses of the clouds. */
export const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  metadata: [
    '169.254.169.254/32', // AWS, Azure, Google, DigitalOcean, Oracle
    '169.254.169.253/32', // AWS: resolver
    '169.254.170.2/32', // AWS: tasks
    '169.254.170.23/32', // AWS: pods
    '169.254.0.23/32', // Tencent
    '168.63.129.16/32', // Azure: wire server
    '192.0.0.192/32', // Oracle
    '100.100.100.200/32', // Alibaba
    'fd00:ec2::254/128',
    'fd00:ec2::253/128',
    'fd00:ec2::23/128',
    'fd20:ce::254/128', // Google
    'fd00:42::42/128', // Scaleway
    '169.254.42.42/32', // Scaleway
  ],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10'],
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
};

/** Names that clouds give their metadata services; judged where no address is known. */
export const METADATA_NAMES: readonly string[] = [
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data.ec2.internal',
];
