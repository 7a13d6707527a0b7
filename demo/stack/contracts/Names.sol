// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The Ethereum Name Service of the local world: registry, resolver and universal resolver (ENSIP-23) in one, for a chain
/// that nobody else uses. Anybody may write; that is what makes it local.
contract Names {
    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private addresses;
    mapping(bytes32 node => mapping(string key => string)) private texts;
    mapping(uint256 coinType => mapping(bytes account => string)) private primary;
    mapping(bytes32 node => bool) private registered;

    error ResolverNotFound(bytes name);
    error UnsupportedResolverProfile(bytes4 selector);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error DNSDecodingFailed(bytes dns);

    function setAddress(bytes32 node, uint256 coinType, bytes calldata account) external {
        registered[node] = true;
        addresses[node][coinType] = account;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external {
        registered[node] = true;
        texts[node][key] = value;
    }

    function setPrimaryName(bytes calldata account, uint256 coinType, string calldata name) external {
        primary[coinType][account] = name;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        bytes32 node = nodeOfPacket(name, 0);
        if (!registered[node]) revert ResolverNotFound(name);
        bytes4 selector = bytes4(data);
        if (selector == 0x3b3b57de) {
            bytes memory account = addresses[node][60];
            return (abi.encode(account.length == 20 ? address(bytes20(account)) : address(0)), address(this));
        }
        if (selector == 0xf1cb7e06) {
            (, uint256 coinType) = abi.decode(data[4:], (bytes32, uint256));
            return (abi.encode(addresses[node][coinType]), address(this));
        }
        if (selector == 0x59d1d43c) {
            (, string memory key) = abi.decode(data[4:], (bytes32, string));
            return (abi.encode(texts[node][key]), address(this));
        }
        revert UnsupportedResolverProfile(selector);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        string memory name = primary[coinType][account];
        if (bytes(name).length == 0) revert ResolverNotFound(account);
        bytes memory claimed = addresses[nodeOfText(bytes(name), 0)][coinType];
        if (keccak256(claimed) != keccak256(account)) revert ReverseAddressMismatch(name, claimed);
        return (name, address(this), address(this));
    }

    /// EIP-137 of a name in DNS form (RFC 1035): length, label, …, 0.
    function nodeOfPacket(bytes calldata name, uint256 at) private pure returns (bytes32) {
        if (at >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        if (at + 1 + length > name.length) revert DNSDecodingFailed(name);
        return keccak256(abi.encode(nodeOfPacket(name, at + 1 + length), keccak256(name[at + 1:at + 1 + length])));
    }

    function nodeOfText(bytes memory name, uint256 from) private pure returns (bytes32) {
        if (from >= name.length) return 0;
        uint256 to = from;
        while (to < name.length && name[to] != ".") to++;
        bytes memory label = new bytes(to - from);
        for (uint256 i = 0; i < label.length; i++) label[i] = name[from + i];
        return keccak256(abi.encode(nodeOfText(name, to + 1), keccak256(label)));
    }
}
